import type { ByteString, RangeRequest, StoredRecord } from '@monotable/engine'
import { fromHex, fromHexList } from './key-bytes.ts'
import { docSeparator } from './range-statement.ts'
import type { Row } from './sql.ts'

/** Reads the records in the rows of `rangeStatement`. */
export function readRecords(rows: readonly Row[], { within }: RangeRequest): StoredRecord[] {
  const known = 'partition' in within ? within.partition : undefined
  return (rows as readonly (readonly string[])[]).map(([sort, size, doc, partition]) => ({
    partition: known ?? fromHex(partition as string),
    sort: fromHex(sort as string),
    doc: doc as string,
    sizeBytes: Number(size),
  }))
}

/**
 * Splits the row of `joinedRangeStatement` into records; returns `undefined` if they cannot be told apart because a
 * document is not the JSON text that it should be.
 */
export function splitRecords(row: Row | undefined, request: RangeRequest): StoredRecord[] | undefined {
  const [sortList, sizeList, joined, partitionList] = row ?? []
  if (!(sortList != null && sizeList != null && joined != null)) return []
  const docs = joined.split(docSeparator)
  const sizes = parseIntegers(sizeList)
  if (docs.length !== sizes.length) return undefined
  const sorts = fromHexList(sortList)
  const partitions = partitionList == null ? undefined : fromHexList(partitionList)
  const known = 'partition' in request.within ? request.within.partition : ''
  const records = docs.map((doc, i) => ({
    partition: partitions === undefined ? known : (partitions[i] as ByteString),
    sort: sorts[i] as ByteString,
    doc,
    sizeBytes: sizes[i] as number,
  }))
  return isInOrder(records, request) ? records : inOrder(records, request)
}

/** Parses a list of integers digit by digit: splitting it first takes five times as long. */
function parseIntegers(list: string): number[] {
  const integers: number[] = []
  let integer = 0
  for (let i = 0; i < list.length; i++) {
    const code = list.charCodeAt(i)
    if (code !== comma) {
      integer = integer * 10 + code - digitZero
      continue
    }
    integers.push(integer)
    integer = 0
  }
  integers.push(integer)
  return integers
}

const comma = 0x2c
const digitZero = 0x30

/*
 * Which records there are is certain, and which values belong together. But no engine promises to aggregate the rows of
 * a subquery in their order, though all of them do. Asking for the order would sort the rows once more for each column.
 */
function isInOrder(records: readonly StoredRecord[], { reverse = false }: RangeRequest): boolean {
  for (let i = 1; i < records.length; i++) {
    const one = records[i - 1] as StoredRecord
    const other = records[i] as StoredRecord
    const isBefore =
      one.partition === other.partition ? one.sort < other.sort : one.partition < other.partition
    if (isBefore === reverse) return false
  }
  return true
}

function inOrder(records: readonly StoredRecord[], { reverse = false }: RangeRequest): StoredRecord[] {
  const sign = reverse ? -1 : 1
  const compare = (one: ByteString, other: ByteString) => (one < other ? -sign : one > other ? sign : 0)
  return records.toSorted(
    (one, other) => compare(one.partition, other.partition) || compare(one.sort, other.sort),
  )
}
