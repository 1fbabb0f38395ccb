import type {
  Change,
  Position,
  RangePage,
  RangeRequest,
  SpaceSize,
  StoredRecord,
} from '../storage/storage.ts'

/** The expected contents of a store, kept in the simplest way: a sorted array for each space. */
export class NaiveStorage {
  #spaces = new Map<string, StoredRecord[]>()

  createSpace(space: string): void {
    if (!this.#spaces.has(space)) this.#spaces.set(space, [])
  }

  clear(): void {
    this.#spaces.clear()
  }

  find(space: string, at: Position): StoredRecord | undefined {
    return this.records(space).find((record) => compare(record, at) === 0)
  }

  apply({ space, partition, sort, value }: Change): void {
    const others = this.records(space).filter((record) => compare(record, { partition, sort }) !== 0)
    if (value) others.push({ partition, sort, doc: value.doc, sizeBytes: value.sizeBytes })
    this.#spaces.set(space, others.sort(compare))
  }

  range({
    space,
    within,
    after,
    reverse,
    maxRecords = Infinity,
    maxBytes = Infinity,
  }: RangeRequest): RangePage {
    const inOrder = reverse ? this.records(space).toReversed() : this.records(space)
    const found = inOrder.filter((record) => {
      if (after && compare(record, after) * (reverse ? -1 : 1) <= 0) return false
      return isWithin(record, within)
    })
    const records: StoredRecord[] = []
    let total = 0
    for (const record of found) {
      if (records.length >= maxRecords || (records.length > 0 && total >= maxBytes)) break
      records.push(record)
      total += record.sizeBytes
    }
    return { records, more: records.length < found.length }
  }

  size(space: string, partition?: string): SpaceSize {
    const counted = this.records(space).filter(
      (each) => partition === undefined || each.partition === partition,
    )
    return { records: counted.length, sizeBytes: counted.reduce((sum, each) => sum + each.sizeBytes, 0) }
  }

  records(space: string): StoredRecord[] {
    return this.#spaces.get(space) ?? []
  }

  copy(): NaiveStorage {
    const copy = new NaiveStorage()
    for (const [space, records] of this.#spaces) copy.#spaces.set(space, records.slice())
    return copy
  }
}

function isWithin(record: StoredRecord, within: RangeRequest['within']): boolean {
  if (!('partition' in within)) {
    const { from, to } = within
    return (from === undefined || record.partition >= from) && (to === undefined || record.partition < to)
  }
  const { partition, low, high } = within
  if (record.partition !== partition) return false
  if (low && (low.inclusive ? record.sort < low.sort : record.sort <= low.sort)) return false
  return !(high && (high.inclusive ? record.sort > high.sort : record.sort >= high.sort))
}

function compare(a: Position, b: Position): number {
  if (a.partition !== b.partition) return a.partition < b.partition ? -1 : 1
  return a.sort === b.sort ? 0 : a.sort < b.sort ? -1 : 1
}
