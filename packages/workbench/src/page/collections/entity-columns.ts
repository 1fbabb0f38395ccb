import type { AttributeMap } from '@monotable/protocol'
import type { TableModel } from '../../shared/api.ts'
import { KEY_CHARACTER_PX } from '../keys/key-characters.ts'
import type { RowStore } from './row-store.ts'
import { textWidthPx } from './text-width.ts'
import { valuePreview } from './value-preview.ts'

export interface EntityColumn {
  readonly name: string
  readonly leftPx: number
  readonly widthPx: number
  /** Whether all its values are numbers, so that they and the header are aligned right. */
  readonly isNumber: boolean
}

const SAMPLED = 300
/**
 * The number of values whose widest determines the width of a column: measuring all of hundreds of columns takes a
 * second.
 */
const MEASURED = 30
const WIDTH_MIN = 72
const WIDTH_MAX = 280
const PADDING_PX = 24
/** Aligns the first column with the rest of the page. */
const FIRST_LEFT_PX = 4

interface Seen {
  measured: number
  widthPx: number
  isNumber: boolean
}

/** Returns the columns of an entity's table: keys, declared attributes, then other attributes found in some rows. */
export function entityColumns(model: TableModel, entity: string | undefined, rows: RowStore): EntityColumn[] {
  const items = Array.from({ length: Math.min(rows.count, SAMPLED) }, (_, row) => rows.itemAt(row))
  const seen = new Map<string, Seen>()
  for (const item of items) if (item !== undefined) widen(seen, item)
  const declared = model.entities.find(({ name }) => name === entity)?.attributes ?? []
  const keys = [...model.key.pk, ...model.key.sk].map(({ name }) => name)
  const names = new Set([...keys, ...declared.filter((name) => seen.has(name)), ...seen.keys()])
  if (model.typeAttribute !== undefined && entity !== undefined) names.delete(model.typeAttribute)
  let leftPx = FIRST_LEFT_PX
  return [...names].map((name) => {
    const { widthPx: wanted = 0, isNumber = false } = seen.get(name) ?? {}
    const headerPx = textWidthPx(name) + PADDING_PX
    const widthPx = Math.round(Math.max(WIDTH_MIN, headerPx, Math.min(WIDTH_MAX, wanted)))
    const column = { name, leftPx, widthPx, isNumber }
    leftPx += widthPx
    return column
  })
}

function widen(seen: Map<string, Seen>, item: AttributeMap): void {
  for (const [name, value] of Object.entries(item)) {
    const known = seen.get(name) ?? { measured: 0, widthPx: 0, isNumber: true }
    seen.set(name, known)
    known.isNumber &&= 'N' in value
    if (known.widthPx >= WIDTH_MAX || ++known.measured > MEASURED) continue
    const { text } = valuePreview(value)
    const wanted = Math.max(textWidthPx(text), text.length * KEY_CHARACTER_PX) + PADDING_PX
    known.widthPx = Math.max(known.widthPx, wanted)
  }
}

/** Returns the columns in view. */
export function columnsInView(
  columns: readonly EntityColumn[],
  leftPx: number,
  widthPx: number,
): readonly EntityColumn[] {
  return columns.filter(
    (column) => column.leftPx + column.widthPx > leftPx - 100 && column.leftPx < leftPx + widthPx + 100,
  )
}
