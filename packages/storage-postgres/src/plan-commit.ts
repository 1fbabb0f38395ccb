import type { Append, Change, ReadKey, RecordKey, RecordValue, SpaceId } from '@monotable/engine'

/** A record as it was read: its value, and the token that shows whether it has changed since. */
export interface VersionedValue extends RecordValue {
  readonly version: string
}

/** Returns a name for a place, for use in maps. */
export function placeOf({ space, partition, sort }: RecordKey): string {
  return `${space} ${partition}${sort}`
}

/** What was found at places, by their names. */
export type ReadPlaces = Map<string, { readonly key: ReadKey; readonly found: VersionedValue | undefined }>

/** A record that was read and must not have changed; `SHARE` if the transaction does not change it either. */
export interface Guard extends RecordKey {
  readonly version: string
  readonly lock: 'UPDATE' | 'SHARE'
}

/** A record to write. */
export interface Write extends RecordKey {
  readonly value: RecordValue
}

/** What a transaction does in one space, all in the order of keys. */
export interface SpacePlan {
  readonly space: SpaceId
  /** Records that existed when they were read. */
  readonly guards: readonly Guard[]
  readonly updates: readonly Write[]
  /** Writes to places that were empty; those without a value only ensure that the place stays empty. */
  readonly inserts: readonly (RecordKey & { readonly value: RecordValue | undefined })[]
  /** Removals, including those of places that were not looked at. */
  readonly removals: readonly RecordKey[]
  /** Writes to places that were not looked at. */
  readonly upserts: readonly Write[]
  readonly appends: readonly Append[]
}

/** What was read and what is to be changed. */
export interface CommitInput {
  /** Every place that the decision is based on. */
  readonly guarded: ReadPlaces
  /** The last change of each place, by name. */
  readonly changes: ReadonlyMap<string, Change>
  readonly appends: readonly Append[]
}

/**
 * Divides a commit by space, with everything in the order of keys so that all commits lock in the same order. A pure
 * function.
 */
export function planCommit({ guarded, changes, appends }: CommitInput): readonly SpacePlan[] {
  const plans = new Map<SpaceId, Draft>()
  const draftOf = (space: SpaceId): Draft => {
    const draft = plans.get(space) ?? createDraft(space)
    plans.set(space, draft)
    return draft
  }
  for (const [place, { key, found }] of guarded) {
    const draft = draftOf(key.space)
    const change = changes.get(place)
    if (found !== undefined) {
      const { space, partition, sort } = key
      const lock = change === undefined ? 'SHARE' : 'UPDATE'
      draft.guards.push({ space, partition, sort, version: found.version, lock })
    } else if (change?.value === undefined) {
      draft.inserts.push({ ...key, value: undefined })
      draft.removals.push(key)
    }
  }
  for (const [place, change] of changes) {
    const draft = draftOf(change.space)
    const before = guarded.get(place)
    if (!isWrite(change)) {
      if (before === undefined || before.found !== undefined) draft.removals.push(change)
    } else if (before === undefined) draft.upserts.push(change)
    else if (before.found === undefined) draft.inserts.push(change)
    else draft.updates.push(change)
  }
  for (const append of appends) draftOf(append.space).appends.push(append)
  return [...plans.values()].sort((one, other) => (one.space < other.space ? -1 : 1)).map(sorted)
}

function isWrite(change: Change): change is Write {
  return change.value !== undefined
}

type Draft = {
  -readonly [Member in keyof SpacePlan]: SpacePlan[Member] extends readonly (infer Entry)[]
    ? Entry[]
    : SpacePlan[Member]
}

function createDraft(space: SpaceId): Draft {
  return { space, guards: [], updates: [], inserts: [], removals: [], upserts: [], appends: [] }
}

function sorted(draft: Draft): SpacePlan {
  const { guards, updates, inserts, removals, upserts } = draft
  for (const list of [guards, updates, inserts, removals, upserts]) list.sort(compareKeys)
  return draft
}

/** The order in which all transactions take their locks. */
export function compareKeys(one: RecordKey, other: RecordKey): number {
  if (one.partition !== other.partition) return one.partition < other.partition ? -1 : 1
  return one.sort === other.sort ? 0 : one.sort < other.sort ? -1 : 1
}
