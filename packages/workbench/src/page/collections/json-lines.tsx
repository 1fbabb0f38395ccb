import type { AttributeMap } from '@monotable/protocol'
import type { JSX } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { KeyModel } from '../../shared/api.ts'
import { keyParam } from '../keys/key-param.ts'
import { keyFirst, keyOf } from '../keys/key-value.ts'
import { plainJson } from './plain-json.ts'
import { rowWindow } from './row-window.ts'
import { useGridKeys } from './use-grid-keys.ts'
import { useScroll } from './use-scroll.ts'
import type { ViewProps } from './view-props.ts'

const ROW_PX = 26
const OVERSCAN = 6
const FETCH_AHEAD = 400
const LINE_MAX = 2000

/** One line of JSON per item. */
export function JsonLines(view: ViewProps) {
  const { model, loader, count, selected, onOpen } = view
  const element = useRef<HTMLDivElement>(null)
  const scroll = useScroll(element)
  const window = rowWindow({
    count,
    rowPx: ROW_PX,
    scrollTop: scroll.top,
    viewPx: scroll.heightPx,
    overscan: OVERSCAN,
  })
  const keys = useGridKeys({ element, view, window, rowPx: ROW_PX, headPx: 0 })
  useLayoutEffect(() => {
    if (window.end + FETCH_AHEAD > count) void loader.loadTo(window.end + FETCH_AHEAD)
  }, [loader, window.end, count])

  const rows: JSX.Element[] = []
  for (let row = window.first; row < window.end; row++) {
    const item = loader.rows.itemAt(row)
    if (item === undefined) continue
    const isSelected = selected === keyParam(keyOf(item, model.key))
    rows.push(
      <div
        key={row}
        id={`row-${row}`}
        class={`json-line mono ${row === keys.active ? 'active' : ''} ${isSelected ? 'selected' : ''}`}
        role="row"
        aria-rowindex={row + 1}
        aria-selected={isSelected}
        style={{ transform: `translateY(${window.topOf(row)}px)` }}
        onClick={() => {
          keys.setActive(row)
          onOpen(item)
        }}
        onKeyDown={() => undefined}
      >
        <span class="line-number num">{(row + 1).toLocaleString('en')}</span>
        <span role="gridcell">{jsonPieces(lineOf(item, model.key))}</span>
      </div>,
    )
  }
  return (
    <div
      ref={element}
      class="grid"
      role="grid"
      tabIndex={0}
      aria-label={`Items of ${model.table} as JSON`}
      aria-rowcount={count}
      aria-activedescendant={count === 0 ? undefined : `row-${keys.active}`}
      onKeyDown={keys.onKeyDown}
    >
      <div class="grid-body" role="rowgroup" style={{ height: `${window.heightPx}px` }}>
        {rows}
      </div>
    </div>
  )
}

/** Cached, since formatting a large item takes a while, and each scroll redraws it. */
const lines = new WeakMap<AttributeMap, string>()

function lineOf(item: AttributeMap, key: KeyModel): string {
  const line = lines.get(item) ?? plainJson(keyFirst(item, key)).slice(0, LINE_MAX)
  lines.set(item, line)
  return line
}

const PIECES_MAX = 12

/**
 * Separates the first names from their values, so that they can be highlighted, and so that names and values written
 * from right to left do not change places; the rest of a long line stays in one piece.
 */
function jsonPieces(text: string): JSX.Element[] {
  const pieces: JSX.Element[] = []
  let at = 0
  for (const { 0: name, index } of text.matchAll(/"(?:[^"\\]|\\.)*"(?=: )/g)) {
    if (pieces.length >= PIECES_MAX * 2) break
    pieces.push(<span>{text.slice(at, index)}</span>, <span class="json-name">{name}</span>)
    at = index + name.length
  }
  pieces.push(<span>{text.slice(at)}</span>)
  return pieces
}
