import type { Append, Change, RecordKey, RecordValue, SpaceId } from '@monotable/engine'

/** A record as it was read: its value, and the token that tells whether it has changed since. */
export interface VersionedValue extends RecordValue {
  readonly version: string
}

/** Names a place, in a map. */
export function placeOf({ space, partition, sort }: RecordKey): string {
  return `${space} ${partition}${sort}`
}

/** A record that was read and must still be as it was. */
export interface Guard extends RecordKey {
  readonly version: string
}

/** A record that is to be written. */
export interface Write extends RecordKey {
  readonly value: RecordValue
}

/** What a transaction has to do in one space. */
export interface SpacePlan {
  readonly space: SpaceId
  /** Records that were there and are changed or removed: locked, and still as they were. */
  readonly locked: readonly Guard[]
  /** Records that were there and only have to stay as they are. */
  readonly shared: readonly Guard[]
  /** Places that were empty and only have to stay so. */
  readonly empty: readonly RecordKey[]
  readonly updates: readonly Write[]
  readonly removals: readonly RecordKey[]
  /** Into places that were empty. */
  readonly inserts: readonly Write[]
  /** Into places that nobody has looked at. */
  readonly upserts: readonly Write[]
  readonly appends: readonly Append[]
}

/** What was read and what is to be changed. */
export interface CommitInput {
  /** Every place that the decision rests on. */
  readonly read: ReadonlyMap<string, { readonly key: RecordKey; readonly found: VersionedValue | undefined }>
  /** By place; the last change of a place. */
  readonly changes: ReadonlyMap<string, Change>
  readonly appends: readonly Append[]
}

/** Divides a commit by space, everything in the order of keys so that two commits lock in the same order. Pure. */
export function planCommit({ read, changes, appends }: CommitInput): readonly SpacePlan[] {
  const plans = new Map<SpaceId, Draft>()
  const draftOf = (space: SpaceId): Draft => {
    const draft = plans.get(space) ?? createDraft(space)
    plans.set(space, draft)
    return draft
  }
  for (const [place, { key, found }] of read) {
    const draft = draftOf(key.space)
    const isChanged = changes.has(place)
    if (found === undefined) {
      if (!isChanged || changes.get(place)?.value === undefined) draft.empty.push(key)
    } else if (isChanged) draft.locked.push({ ...key, version: found.version })
    else draft.shared.push({ ...key, version: found.version })
  }
  for (const [place, { value, ...key }] of changes) {
    const draft = draftOf(key.space)
    const before = read.get(place)
    if (value === undefined) {
      if (before === undefined || before.found !== undefined) draft.removals.push(key)
    } else if (before === undefined) draft.upserts.push({ ...key, value })
    else if (before.found === undefined) draft.inserts.push({ ...key, value })
    else draft.updates.push({ ...key, value })
  }
  for (const append of appends) draftOf(append.space).appends.push(append)
  return [...plans.values()].sort((one, other) => (one.space < other.space ? -1 : 1)).map(sorted)
}

type Draft = {
  -readonly [Member in keyof SpacePlan]: SpacePlan[Member] extends readonly (infer Entry)[]
    ? Entry[]
    : SpacePlan[Member]
}

function createDraft(space: SpaceId): Draft {
  return {
    space,
    locked: [],
    shared: [],
    empty: [],
    updates: [],
    removals: [],
    inserts: [],
    upserts: [],
    appends: [],
  }
}

function sorted(draft: Draft): SpacePlan {
  for (const list of [
    draft.locked,
    draft.shared,
    draft.empty,
    draft.updates,
    draft.removals,
    draft.inserts,
    draft.upserts,
  ]) {
    list.sort(compare)
  }
  return draft
}

function compare(one: RecordKey, other: RecordKey): number {
  if (one.partition !== other.partition) return one.partition < other.partition ? -1 : 1
  return one.sort === other.sort ? 0 : one.sort < other.sort ? -1 : 1
}
