import { type AttributeMap, getOwn } from '@monotable/protocol'
import type { JSX } from 'preact'
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { charactersIn } from '../keys/key-characters.ts'
import { keyParam } from '../keys/key-param.ts'
import { KeyText } from '../keys/key-text.tsx'
import { keyOf, keyValueText } from '../keys/key-value.ts'
import { plainSight } from '../keys/plain-sight.ts'
import { columnsInView, type EntityColumn, entityColumns } from './entity-columns.ts'
import { rowWindow } from './row-window.ts'
import { useGridKeys } from './use-grid-keys.ts'
import { useScroll } from './use-scroll.ts'
import { valuePreview } from './value-preview.ts'
import type { ViewProps } from './view-props.ts'

const ROW_PX = 30
const HEAD_PX = 30
const OVERSCAN = 4
const FETCH_AHEAD = 400

/** One entity as a table, with its own columns and one row per item. */
export function EntityTable(view: ViewProps) {
  const { model, loader, count, entity } = view
  const element = useRef<HTMLDivElement>(null)
  const scroll = useScroll(element)
  const columns = useMemo(
    () => entityColumns(model, entity, loader.rows),
    [model, entity, loader, Math.min(count, 300)],
  )
  const window = rowWindow({
    count,
    rowPx: ROW_PX,
    scrollTop: scroll.top,
    viewPx: scroll.heightPx - HEAD_PX,
    overscan: OVERSCAN,
  })
  const keys = useGridKeys({ element, view, window, rowPx: ROW_PX, headPx: HEAD_PX })
  useLayoutEffect(() => {
    if (window.end + FETCH_AHEAD > count) void loader.loadTo(window.end + FETCH_AHEAD)
  }, [loader, window.end, count])

  const shown = columnsInView(columns, scroll.left, scroll.widthPx)
  const last = columns.at(-1)
  const widthPx = last === undefined ? 0 : last.leftPx + last.widthPx
  const rows: JSX.Element[] = []
  for (let row = window.first; row < window.end; row++) {
    const item = loader.rows.itemAt(row)
    if (item === undefined) continue
    rows.push(
      <TableRow
        key={row}
        view={view}
        item={item}
        columns={shown}
        row={row}
        topPx={window.topOf(row)}
        isActive={row === keys.active}
        onChoose={keys.setActive}
      />,
    )
  }
  return (
    <div
      ref={element}
      class="grid table-view"
      role="grid"
      tabIndex={0}
      aria-label={`${entity ?? 'Items'} of ${model.table} as a table`}
      aria-rowcount={count}
      aria-activedescendant={count === 0 ? undefined : `row-${keys.active}`}
      onKeyDown={keys.onKeyDown}
    >
      <div class="table-head" role="row" style={{ width: `${widthPx}px` }}>
        {shown.map(({ name, leftPx, widthPx, isNumber }) => (
          <span
            key={name}
            class={isNumber ? 'column type-N' : 'column'}
            role="columnheader"
            style={{ left: `${leftPx}px`, width: `${widthPx}px` }}
            title={name}
          >
            {plainSight(name)}
          </span>
        ))}
      </div>
      <div
        class="grid-body"
        role="rowgroup"
        style={{ height: `${window.heightPx}px`, width: `${widthPx}px` }}
      >
        {rows}
      </div>
    </div>
  )
}

interface TableRowProps {
  readonly view: ViewProps
  readonly item: AttributeMap
  readonly columns: readonly EntityColumn[]
  readonly row: number
  readonly topPx: number
  readonly isActive: boolean
  readonly onChoose: (row: number) => void
}

function TableRow({ view, item, columns, row, topPx, isActive, onChoose }: TableRowProps) {
  const { model, staged, selected, entity, onOpen } = view
  const id = keyParam(keyOf(item, model.key))
  const edit = staged.get(id)
  const shown = edit?.mine ?? item
  const keyNames = [...model.key.pk, ...model.key.sk].map(({ name }) => name)
  const state = edit === undefined ? '' : edit.mine === undefined ? 'deleted' : 'edited'
  return (
    <div
      id={`row-${row}`}
      class={`table-row ${isActive ? 'active' : ''} ${selected === id ? 'selected' : ''} ${state}`}
      role="row"
      aria-rowindex={row + 1}
      aria-selected={selected === id}
      style={{ transform: `translateY(${topPx}px)` }}
      onClick={(event) => {
        if (event.target instanceof Element && event.target.closest('a') !== null) return
        onChoose(row)
        onOpen(item)
      }}
      onKeyDown={() => undefined}
    >
      {columns.map(({ name, leftPx, widthPx }) => {
        const value = getOwn(shown, name)
        const style = { left: `${leftPx}px`, width: `${widthPx}px` }
        if (value === undefined) return <span key={name} class="column" role="gridcell" style={style} />
        const text = keyNames.includes(name) ? keyValueText(value) : undefined
        const preview = valuePreview(value)
        return (
          <span
            key={name}
            class={`column type-${preview.type}`}
            role="gridcell"
            style={style}
            title={preview.text}
          >
            {text === undefined ? (
              preview.text
            ) : (
              <KeyText
                model={model}
                entity={entity}
                attribute={name}
                value={text}
                item={shown}
                room={charactersIn(widthPx - 24)}
              />
            )}
          </span>
        )
      })}
    </div>
  )
}
