import type { JSX } from 'preact'
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { entityOf } from '../keys/entity-of.ts'
import { KeyText, linkParams } from '../keys/key-text.tsx'
import { hrefTo } from '../navigation.ts'
import { CellWidths } from './item-cells.ts'
import { ItemRow } from './item-row.tsx'
import { keyColumns, longestKeys } from './key-columns.ts'
import { keyModelOf } from './read-request.ts'
import { rowWindow } from './row-window.ts'
import { useGridKeys } from './use-grid-keys.ts'
import { useLitInView } from './use-lit-in-view.ts'
import { useScroll } from './use-scroll.ts'
import type { ViewProps } from './view-props.ts'

const HEAD_PX = 28
const OVERSCAN = 6
/** The number of rows before the end at which the next page is fetched. */
const FETCH_AHEAD = 400

/** Items grouped below their partition key, which is shown once and stays in view. */
export function CollectionGrid(view: ViewProps) {
  const { model, index, loader, count } = view
  const element = useRef<HTMLDivElement>(null)
  const scroll = useScroll(element)
  const widths = useMemo(() => new CellWidths(), [loader])
  const key = keyModelOf(model, index)
  // Measured once, so that nothing jumps while more is read.
  const longest = useMemo(() => longestKeys(loader.rows, key), [loader, count === 0])
  const columns = keyColumns(scroll.widthPx, { hasSort: key.sk.length > 0, longest })
  const { pkPx, skPx, rowPx, roomPx } = columns
  const window = rowWindow({
    count,
    rowPx,
    scrollTop: scroll.top,
    viewPx: scroll.heightPx - HEAD_PX,
    overscan: OVERSCAN,
  })
  const keys = useGridKeys({ element, view, window, rowPx, headPx: HEAD_PX })
  useLitInView(element, view, window)
  useLayoutEffect(() => {
    if (window.end + FETCH_AHEAD > count) void loader.loadTo(window.end + FETCH_AHEAD)
  }, [loader, window.end, count])

  const rows: JSX.Element[] = []
  for (let row = window.first; row < window.end; row++) {
    const item = loader.rows.itemAt(row)
    if (item === undefined) continue
    rows.push(
      <ItemRow
        key={row}
        view={view}
        item={item}
        row={row}
        topPx={window.topOf(row)}
        isFirst={loader.rows.partitionAt(row)?.start === row}
        isActive={row === keys.active}
        roomPx={roomPx}
        keyCharacters={columns.keyCharacters}
        widths={widths}
        onChoose={keys.setActive}
      />,
    )
  }
  return (
    <div
      ref={element}
      class={columns.isStacked ? 'grid stacked' : 'grid'}
      role="grid"
      tabIndex={0}
      aria-label={`Items of ${model.table}${index === undefined ? '' : ` in ${index}`}`}
      aria-rowcount={count}
      aria-activedescendant={count === 0 ? undefined : `row-${keys.active}`}
      style={{ '--pk': `${pkPx}px`, '--sk': `${skPx}px`, '--row': `${rowPx}px` }}
      onKeyDown={keys.onKeyDown}
    >
      <div class="grid-head" role="row">
        <span role="columnheader">{key.pk.map(({ name }) => name).join(' · ')}</span>
        <span role="columnheader">{key.sk.map(({ name }) => name).join(' · ') || 'Item'}</span>
        <span role="columnheader">Attributes</span>
      </div>
      <div class="grid-body" role="rowgroup" style={{ height: `${window.heightPx}px` }}>
        {partitionBlocks(view, window, rowPx)}
        {rows}
      </div>
    </div>
  )
}

/**
 * Draws a block for each collection in view; the key inside sticks to the top of the view. It is hidden from screen
 * readers: they read one row at a time, and each row names its partition.
 */
function partitionBlocks(
  view: ViewProps,
  window: ReturnType<typeof rowWindow>,
  rowPx: number,
): JSX.Element[] {
  const { model, index, loader } = view
  const { isDone } = loader.state.value
  const blocks: JSX.Element[] = []
  for (let row = window.first; row < window.end; ) {
    const partition = loader.rows.partitionAt(row)
    const first = partition && loader.rows.itemAt(partition.start)
    if (partition === undefined || first === undefined) break
    const { start, end, partition: text } = partition
    const from = Math.max(start, window.first)
    const to = Math.min(end, window.end)
    const isOpen = end === loader.rows.count && !isDone
    blocks.push(
      <div
        key={`partition ${start}`}
        class="partition"
        aria-hidden="true"
        style={{ top: `${window.topOf(from)}px`, height: `${(to - from) * rowPx}px` }}
      >
        <div class="partition-key">
          <a
            class="partition-link"
            tabIndex={-1}
            href={hrefTo({ params: { ...linkParams({ index, pk: text }), view: undefined } })}
          >
            <KeyText
              model={model}
              entity={entityOf(model, first)}
              attribute={keyModelOf(model, index).pk[0]?.name ?? ''}
              value={text}
            />
          </a>
          {end - start > 1 || isOpen ? (
            <span class="partition-count num">
              {(end - start).toLocaleString('en')}
              {isOpen ? '+' : ''} items
            </span>
          ) : null}
        </div>
      </div>,
    )
    row = to
  }
  return blocks
}
