import type { AttributeMap } from '@monotable/protocol'
import type { TableModel } from '../../shared/api.ts'
import type { RowStore } from './row-store.ts'
import { valuePreview } from './value-preview.ts'

export interface EntityColumn {
  readonly name: string
  readonly leftPx: number
  readonly widthPx: number
}

const SAMPLED = 300
const WIDTH_MIN = 72
const WIDTH_MAX = 280
const CHARACTER_PX = 7.2
const PADDING_PX = 24

/** The columns of an entity's table: keys, the attributes that are declared, then others that some rows have. */
export function entityColumns(model: TableModel, entity: string | undefined, rows: RowStore): EntityColumn[] {
  const items = Array.from({ length: Math.min(rows.count, SAMPLED) }, (_, row) => rows.itemAt(row))
  const widths = new Map<string, number>()
  for (const item of items) if (item !== undefined) widen(widths, item)
  const declared = model.entities.find(({ name }) => name === entity)?.attributes ?? []
  const keys = [...model.key.pk, ...model.key.sk].map(({ name }) => name)
  const names = new Set([...keys, ...declared.filter((name) => widths.has(name)), ...widths.keys()])
  if (model.typeAttribute !== undefined && entity !== undefined) names.delete(model.typeAttribute)
  let leftPx = 0
  return [...names].map((name) => {
    const header = name.length * CHARACTER_PX + PADDING_PX
    const widthPx = Math.round(Math.max(WIDTH_MIN, header, Math.min(WIDTH_MAX, widths.get(name) ?? 0)))
    const column = { name, leftPx, widthPx }
    leftPx += widthPx
    return column
  })
}

function widen(widths: Map<string, number>, item: AttributeMap): void {
  for (const [name, value] of Object.entries(item)) {
    const widthPx = valuePreview(value).text.length * CHARACTER_PX + PADDING_PX
    widths.set(name, Math.max(widths.get(name) ?? 0, widthPx))
  }
}

/** The columns that can be seen. */
export function columnsInView(
  columns: readonly EntityColumn[],
  leftPx: number,
  widthPx: number,
): readonly EntityColumn[] {
  return columns.filter(
    (column) => column.leftPx + column.widthPx > leftPx - 100 && column.leftPx < leftPx + widthPx + 100,
  )
}
