import { getOwn } from '@monotable/protocol'
import type { KeyModel } from '../../shared/api.ts'
import { keyValueText } from '../keys/key-value.ts'
import type { PartitionFilter } from '../keys/partition-filter.ts'
import {
  type ChangeKind,
  compareChanges,
  readChange,
  type StreamChange,
  type StreamRecord,
} from './stream-change.ts'

/** A change of 400 KB has two images of that size: the page holds as much as a browser does not notice. */
const KEPT_MAX = 5_000
const KEPT_BYTES_MAX = 32 * 1024 * 1024

/** The recent changes of a table, from oldest to newest. */
export class ChangeLog {
  #changes: readonly StreamChange[] = []
  #ids = new Set<string>()
  #added = 0
  #isCut = false

  add(records: readonly StreamRecord[]): void {
    const fresh = records.flatMap((record) => {
      const change = readChange(record)
      // DynamoDB may deliver a record twice.
      return change === undefined || this.#ids.has(change.id) ? [] : [change]
    })
    if (fresh.length === 0) return
    this.#added += fresh.length
    const all = [...this.#changes, ...fresh].sort(compareChanges)
    this.#changes = all.slice(firstKept(all))
    this.#isCut ||= this.#changes.length < all.length
    this.#ids = new Set(this.#changes.map(({ id }) => id))
  }

  clear(): void {
    this.#changes = []
    this.#ids = new Set()
    this.#isCut = false
  }

  get all(): readonly StreamChange[] {
    return this.#changes
  }

  /** How many changes were added in all. */
  get added(): number {
    return this.#added
  }

  /** Whether older changes were read that are not kept. */
  get isCut(): boolean {
    return this.#isCut
  }
}

/** Returns the place of the oldest change that is kept; the newest always is. */
function firstKept(changes: readonly StreamChange[]): number {
  let first = changes.length - 1
  let sizeBytes = changes.at(-1)?.sizeBytes ?? 0
  while (first > 0 && changes.length - first < KEPT_MAX) {
    sizeBytes += changes[first - 1]?.sizeBytes ?? 0
    if (sizeBytes > KEPT_BYTES_MAX) break
    first--
  }
  return first
}

/** The filter of the list of changes. */
export interface ChangeFilter {
  /** The item collection, by its partition key in the table. */
  readonly partition: PartitionFilter | undefined
  readonly kind: ShownKind | undefined
}

/** The kinds that can be chosen; expired items are removed ones. */
export type ShownKind = Exclude<ChangeKind, 'expired'>

/** Returns the changes that match, newest first. */
export function filterChanges(
  changes: readonly StreamChange[],
  { partition, kind }: ChangeFilter,
  { pk }: KeyModel,
): readonly StreamChange[] {
  const name = pk[0]?.name ?? ''
  const wanted = changes.filter((change) => {
    if (kind !== undefined && shownKind(change) !== kind) return false
    if (partition === undefined) return true
    const text = keyValueText(getOwn(change.key, name)) ?? ''
    return partition.isPrefix ? text.startsWith(partition.text) : text === partition.text
  })
  return wanted.reverse()
}

export type ChangeSummary = { readonly [Kind in ShownKind]: number }

/** Counts changes by kind. */
export function summariseChanges(changes: readonly StreamChange[]): ChangeSummary {
  const counts = { inserted: 0, modified: 0, removed: 0 }
  for (const change of changes) counts[shownKind(change)]++
  return counts
}

function shownKind({ kind }: StreamChange): ShownKind {
  return kind === 'expired' ? 'removed' : kind
}
