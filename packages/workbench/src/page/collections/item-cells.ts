import { type AttributeMap, getOwn, hasOwn } from '@monotable/protocol'
import type { IndexModel, TableModel } from '../../shared/api.ts'
import { storedName } from '../../shared/code-names.ts'
import { keyModelOf } from './read-request.ts'
import { textWidthPx } from './text-width.ts'
import { type ValuePreview, valuePreview } from './value-preview.ts'

/** An attribute of an item in its row: its name above its value. */
export interface ItemCell extends ValuePreview {
  readonly name: string
  /** Whether it is a key of the table or of another index. */
  readonly isKey: boolean
  readonly widthPx: number
}

export interface ItemCells {
  readonly cells: readonly ItemCell[]
  /** The number of attributes for which there was no room. */
  readonly hidden: number
  /** Attributes of the entity that the index does not project. */
  readonly unprojected: readonly string[]
}

interface CellsOptions {
  readonly model: TableModel
  readonly index: string | undefined
  readonly entity: string | undefined
  readonly roomPx: number
  readonly widths: CellWidths
}

const GAP_PX = 20
const MORE_PX = 48
const NARROWED_PX = 88

/**
 * Lays out the cells of an item, as far as there is room: its own attributes in the entity's order; then those that its
 * key already shows, and index keys last.
 */
export function itemCells(item: AttributeMap, options: CellsOptions): ItemCells {
  const { model, index, entity, roomPx, widths } = options
  const unprojected = unprojectedOf(model, index, entity, item)
  const names = orderedNames(item, options)
  const keys = keyNames(model)
  const cells: ItemCell[] = []
  let leftPx = roomPx
  for (const name of names) {
    const value = getOwn(item, name)
    if (value === undefined) continue
    const preview = valuePreview(value)
    const isLast = cells.length === names.length - 1 && unprojected.length === 0
    const wantedPx = widths.widthOf(entity ?? '', name, preview)
    // A cell that does not fit is narrowed, as long as some of it can still be read.
    const widthPx = Math.min(wantedPx, leftPx - (isLast ? 0 : MORE_PX))
    if (cells.length > 0 && widthPx < Math.min(wantedPx, NARROWED_PX)) break
    cells.push({ ...preview, name, isKey: keys.has(name), widthPx })
    leftPx -= widthPx + GAP_PX
  }
  return { cells, hidden: names.length - cells.length, unprojected }
}

function orderedNames(item: AttributeMap, { model, index, entity }: CellsOptions): string[] {
  const shown = keyModelOf(model, index)
  const taken = new Set([...shown.pk, ...shown.sk].map(({ name }) => name))
  if (model.typeAttribute !== undefined && entity !== undefined) taken.add(model.typeAttribute)
  const keys = keyNames(model)
  const described = model.entities.find(({ name }) => name === entity)
  const slots = new Set<string>()
  for (const name of taken) {
    for (const part of (described && getOwn(described.templates, name)) ?? []) {
      if ('slot' in part) slots.add(storedName(described?.storedAs, part.slot))
    }
  }
  const known = (described?.attributes ?? []).filter((name) => hasOwn(item, name))
  const rankOf = (name: string) => (keys.has(name) ? 2 : slots.has(name) ? 1 : 0)
  return [...new Set([...known, ...Object.keys(item)])]
    .filter((name) => !taken.has(name))
    .sort((a, b) => rankOf(a) - rankOf(b))
}

function keyNames(model: TableModel): ReadonlySet<string> {
  return new Set(
    [model.key, ...model.indexes].flatMap(({ pk, sk }) => [...pk, ...sk]).map(({ name }) => name),
  )
}

/** Returns the attributes of an entity that the table has, but an index with a partial projection does not. */
function unprojectedOf(
  model: TableModel,
  index: string | undefined,
  entity: string | undefined,
  item: AttributeMap,
): readonly string[] {
  const described: IndexModel | undefined = model.indexes.find(({ name }) => name === index)
  if (described === undefined || described.projection === 'ALL') return []
  const held = described.projection === 'KEYS_ONLY' ? [] : described.projection
  const known = model.entities.find(({ name }) => name === entity)?.attributes ?? []
  return known.filter((name) => !hasOwn(item, name) && !held.includes(name))
}

const WIDTH_MIN = 56
const WIDTH_MAX = 192
const LABEL_CHARACTER_PX = 6.4
/**
 * The number of an entity's items that determine the widths of its attributes; after that the widths are fixed, so that
 * nothing jumps.
 */
const LEARNED_FROM = 60

/** The widths of attributes: the same for all items of an entity, so that they line up. */
export class CellWidths {
  readonly #widths = new Map<string, { widthPx: number; seen: number }>()

  widthOf(entity: string, name: string, { text }: ValuePreview): number {
    const key = `${entity}\n${name}`
    const known = this.#widths.get(key) ?? { widthPx: WIDTH_MIN, seen: 0 }
    if (known.seen < LEARNED_FROM) {
      known.seen++
      const wanted = Math.max(name.length * LABEL_CHARACTER_PX, textWidthPx(text)) + 4
      known.widthPx = Math.max(known.widthPx, Math.min(WIDTH_MAX, Math.ceil(wanted / 8) * 8))
      this.#widths.set(key, known)
    }
    return known.widthPx
  }
}
