import {
  type AttributeMap,
  getOwn,
  hasOwn,
  ITEM_MAX_BYTES,
  itemSizeBytes,
  READ_UNIT_BYTES,
  setOwn,
  WRITE_UNIT_BYTES,
} from '@monotable/protocol'
import type { IndexModel, TableModel } from '../../shared/api.ts'
import { keyValueText, PART_SEPARATOR } from '../keys/key-value.ts'

export interface ItemFacts {
  readonly sizeBytes: number
  /** How much of the largest item this one is: 0 to 1. */
  readonly share: number
  /** Units of one read: eventually consistent; strongly consistent and transactional cost twice and four times. */
  readonly readUnits: number
  /** Units of one write of the table itself, and with all its indexes. */
  readonly writeUnits: number
  readonly writeUnitsWithIndexes: number
  readonly indexes: readonly IndexPlace[]
}

/** An index that an item is in, or is not in, because it lacks a key. */
export interface IndexPlace {
  readonly name: string
  /** The partition that it is in there. */
  readonly pk?: string | undefined
  readonly sizeBytes: number
}

/** What an item weighs, what it costs, and where it appears. */
export function itemFacts(model: TableModel, item: AttributeMap): ItemFacts {
  const sizeBytes = itemSizeBytes(item)
  const indexes = model.indexes.map((index) => placeIn(model, index, item))
  const writeUnits = unitsOf(sizeBytes, WRITE_UNIT_BYTES)
  return {
    sizeBytes,
    share: sizeBytes / ITEM_MAX_BYTES,
    readUnits: unitsOf(sizeBytes, READ_UNIT_BYTES) / 2,
    writeUnits,
    writeUnitsWithIndexes: indexes.reduce(
      (sum, { pk, sizeBytes }) => sum + (pk === undefined ? 0 : unitsOf(sizeBytes, WRITE_UNIT_BYTES)),
      writeUnits,
    ),
    indexes,
  }
}

function placeIn(model: TableModel, index: IndexModel, item: AttributeMap): IndexPlace {
  const names = [...index.pk, ...index.sk].map(({ name }) => name)
  if (!names.every((name) => hasOwn(item, name))) return { name: index.name, sizeBytes: 0 }
  return {
    name: index.name,
    pk: index.pk.map(({ name }) => keyValueText(getOwn(item, name)) ?? '').join(PART_SEPARATOR),
    sizeBytes: itemSizeBytes(projected(model, index, item)),
  }
}

function projected(model: TableModel, index: IndexModel, item: AttributeMap): AttributeMap {
  if (index.projection === 'ALL') return item
  const keys = [model.key, index].flatMap(({ pk, sk }) => [...pk, ...sk]).map(({ name }) => name)
  const held: AttributeMap = {}
  for (const name of new Set([...keys, ...(index.projection === 'KEYS_ONLY' ? [] : index.projection)])) {
    const value = getOwn(item, name)
    if (value !== undefined) setOwn(held, name, value)
  }
  return held
}

function unitsOf(bytes: number, unitBytes: number): number {
  return Math.max(1, Math.ceil(bytes / unitBytes))
}
