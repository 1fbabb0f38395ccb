import { setImmediate, setTimeout } from 'node:timers/promises'
import type { Position, RecordKey } from '../../storage/storage.ts'
import { StorageError } from '../../storage/storage-error.ts'
import type { Realm } from '../../tables/catalogue.ts'
import {
  type Filling,
  type FillingChange,
  type FillingState,
  findFilling,
  unfilledSpaces,
} from '../../tables/filling.ts'
import { StoredItem } from '../../tables/stored-item.ts'
import type { Table } from '../../tables/table.ts'
import { randomHex } from '../../util/random.ts'
import { findVectorFilling } from '../../vectors/vector-filling.ts'
import type { OperationContext } from '../operation-context.ts'
import { startLeased } from '../start-leased.ts'

/** What filling a space works with. */
export type BackfillContext = Pick<
  OperationContext,
  'storage' | 'catalogue' | 'background' | 'inFlight' | 'leases' | 'clock' | 'random' | 'expirer'
>

/** What to fill; the space tells an index apart from a later one of the same name. */
interface BackfillTarget {
  readonly realm: Realm
  readonly tableName: string
  readonly space: string
  /** How long the index stays `CREATING` before it is filled; writes maintain it already. */
  readonly delayMs?: number
}

const pageMaxRecords = 64
const pageMaxBytes = 64 * 1024

/** A store that fails may recover after a while. */
const MAX_ATTEMPTS = 10
const RETRY_PAUSE_MS = 200

/**
 * Fills, in the background, an index or anything else that follows the items of a table and was added later, and
 * makes it ACTIVE. A store may execute writes in another order than they were requested, so this takes three steps,
 * and each begins when every request of the step before has ended: first, writes only remove entries; then writes
 * maintain the index; then the older items are added.
 */
export function startBackfill(context: BackfillContext, target: BackfillTarget): void {
  startLeased(context, {
    name: `fill/${target.space}`,
    run: (signal) => tryBackfill(context, target, signal),
  })
}

async function tryBackfill(
  context: BackfillContext,
  target: BackfillTarget,
  signal: AbortSignal,
): Promise<void> {
  for (let attempt = 1; !signal.aborted; attempt++) {
    try {
      return await runBackfill(context, target, signal)
    } catch (error) {
      // The index or its table was deleted meanwhile, and its space with it.
      if (error instanceof StorageError && error.code === 'NO_SPACE' && (await isGone(context, target)))
        return
      if (attempt === MAX_ATTEMPTS) throw error
      await setTimeout(RETRY_PAUSE_MS * attempt, undefined, { signal })
    }
  }
}

async function isGone(context: BackfillContext, target: BackfillTarget): Promise<boolean> {
  await context.catalogue.refresh()
  return findTarget(context, target) === undefined
}

async function runBackfill(
  context: BackfillContext,
  target: BackfillTarget,
  signal: AbortSignal,
): Promise<void> {
  const { catalogue, inFlight } = context
  // If several servers share a store, commits themselves check that they use the current table.
  const isShared = catalogue.shared !== undefined
  if (isShared && (await isFilled(context, target))) return
  if (!isShared) await inFlight.drained()
  await changeState(context, target, withoutOnlyDeletes)
  if (!isShared) await inFlight.drained()
  await waitToFill(target, signal)
  await fillSpace(context, target, signal)
}

/**
 * Waits by a timer of the process instead of the clock, so that the process stays alive for callers waiting for the
 * index.
 */
async function waitToFill({ delayMs = 0 }: BackfillTarget, signal: AbortSignal): Promise<void> {
  if (delayMs > 0) await setTimeout(delayMs, undefined, { signal }).catch(() => undefined)
}

/** Returns whether another server has already filled or removed it. */
async function isFilled(context: BackfillContext, target: BackfillTarget): Promise<boolean> {
  await context.catalogue.refresh()
  const found = findTarget(context, target)
  return found === undefined || !unfilledSpaces(found.table.definition).includes(target.space)
}

function withoutOnlyDeletes<State extends FillingState>(state: State): State {
  const { onlyDeletes: _, ...rest } = state
  return rest as State
}

/** Restarts filling that was interrupted when the database was closed. */
export function resumeBackfills(context: BackfillContext): void {
  const begun = new Set<string>()
  for (const [realm, table] of context.catalogue.all()) {
    for (const space of unfilledSpaces(table.definition)) {
      // The tables of a group are filled once for all of them.
      if (!begun.has(space)) startBackfill(context, { realm, tableName: table.name, space })
      begun.add(space)
    }
  }
}

async function fillSpace(
  context: BackfillContext,
  target: BackfillTarget,
  signal: AbortSignal,
): Promise<void> {
  let after: Position | undefined
  let more = true
  while (more && !signal.aborted) {
    const found = findTarget(context, target)
    if (found === undefined) return
    const { table, filling } = found
    const space = table.definition.space
    const page = await context.storage.range({
      space,
      within: {},
      ...(after && { after }),
      maxRecords: pageMaxRecords,
      maxBytes: pageMaxBytes,
    })
    const keys = page.records.map(({ partition, sort }): RecordKey => ({ space, partition, sort }))
    // Items are read again here, so that a concurrent change comes either entirely before this or entirely after
    // it.
    await context.storage.mutate(keys, (values) => {
      const items = values.filter((value) => value !== undefined).map(StoredItem.fromRecord)
      return { changes: items.flatMap(filling.entries), answer: undefined }
    })
    after = keys.at(-1)
    more = page.more
    // Otherwise an in-memory store would fill a large index without giving any request a turn.
    if (more) await setImmediate()
  }
  if (signal.aborted) return
  await changeState(context, target, (state) => ({ ...state, status: 'ACTIVE' }))
  // The added items may include expired ones.
  context.expirer.wakeAt(context.clock.now())
}

async function changeState(
  context: BackfillContext,
  target: BackfillTarget,
  change: FillingChange,
): Promise<void> {
  const { realm, tableName } = target
  await context.catalogue.exclusively(realm, tableName, async () => {
    const found = findTarget(context, target)
    if (found !== undefined) await context.catalogue.save(found.realm, found.filling.changed(change))
  })
}

function findTarget(
  { catalogue, random }: BackfillContext,
  { realm, tableName, space }: BackfillTarget,
): { realm: Realm; table: Table; filling: Filling } | undefined {
  const own = catalogue.find(realm, tableName)
  const ownFilling = own && fillingOf(own, space, random)
  if (own && ownFilling) return { realm, table: own, filling: ownFilling }
  // For a group, any of its tables will do: the original one may be gone, and another may have its name.
  for (const [owner, table] of catalogue.all()) {
    const filling = fillingOf(table, space, random)
    if (filling !== undefined) return { realm: owner, table, filling }
  }
  return undefined
}

function fillingOf(table: Table, space: string, random: BackfillContext['random']): Filling | undefined {
  return findFilling(table, space) ?? findVectorFilling(table, space, () => randomHex(random, 12))
}
