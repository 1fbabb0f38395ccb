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
  /** The item's size as a fraction of the maximum: 0 to 1. */
  readonly share: number
  /**
   * Units of one eventually consistent read; strongly consistent and transactional reads cost twice and four times as
   * much.
   */
  readonly readUnits: number
  /** Units of one write of the table alone, and with all its indexes. */
  readonly writeUnits: number
  readonly writeUnitsWithIndexes: number
  readonly indexes: readonly IndexPlace[]
}

/** An index that contains the item, or does not because the item lacks a key. */
export interface IndexPlace {
  readonly name: string
  /** The partition of the item in the index. */
  readonly pk?: string | undefined
  readonly sizeBytes: number
}

/** Computes an item's size, its costs, and the indexes in which it appears. */
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
