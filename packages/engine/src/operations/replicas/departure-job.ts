import { setTimeout } from 'node:timers/promises'
import type { Change, Position, RecordKey } from '../../storage/storage.ts'
import type { Realm } from '../../tables/catalogue.ts'
import type { CatalogueEntry } from '../../tables/catalogue-record.ts'
import { goesByCopy, swapSpaces, type TwinSpaces } from '../../tables/departure.ts'
import { findFilling } from '../../tables/filling.ts'
import type { Histories } from '../../tables/histories.ts'
import { PROPAGATION_MS } from '../../tables/shared-catalogue.ts'
import { StoredItem } from '../../tables/stored-item.ts'
import { createTable, type Table } from '../../tables/table.ts'
import { followedSpacesOf, spacesOf, type TableDefinition } from '../../tables/table-definition.ts'
import { regroup } from '../../tables/table-group.ts'
import { randomHex } from '../../util/random.ts'
import { findVectorFilling } from '../../vectors/vector-filling.ts'
import { pageMaxBytes, pageMaxRecords, startJob, warnOfFailure, yieldToRequests } from '../copy-job.ts'
import type { OperationContext } from '../operation-context.ts'
import { dropSpaces } from '../tables/drop-spaces.ts'
import { stillInUse } from '../tables/require-filled.ts'
import { withGroup } from './with-group.ts'

/** A table that is leaving its group. */
interface Leaving {
  readonly realm: Realm
  readonly name: string
  readonly id: string
}

/** How often to look whether the last copy of the shared items is done. */
const lookAgainMs = 100

/**
 * Takes a table out of its group with a copy of the items, in the background, also if that was interrupted. The
 * catalogue names the copy already, and every write of the group goes to it too. What remains is to copy the older
 * items, to let the table read from the copy, and, when nobody reads from the shared items for it any more, to end the
 * group. Whatever is interrupted, the table is either still in the group or has left it with everything.
 */
export function startDeparture(context: OperationContext, realm: Realm, { name, id }: TableDefinition): void {
  const leaving = { realm, name, id }
  startJob(context, `disassociate/${id}`, (held) => ({
    run: async (signal) => {
      const table = findLeaving(held, leaving)
      if (table === undefined) return
      if (!goesByCopy(table.definition)) {
        // Where servers share a store, a commit itself checks that it goes by the current tables.
        if (held.catalogue.shared === undefined) await held.inFlight.drained()
        await copyItems(held, table, signal)
        if (!signal.aborted) await goByCopy(held, leaving)
      }
      await readersEnded(held, signal)
      await copiesEnded(held, leaving, signal)
      if (!signal.aborted) await depart(held, leaving)
    },
    fail: async (error) => {
      if (await stay(held, leaving)) warnOfFailure(`The table ${name} could not be disassociated`, error)
    },
    release: async () => {},
  }))
}

/** Resumes what was interrupted when the database was closed. */
export function resumeDepartures(context: OperationContext): void {
  for (const [realm, { definition }] of context.catalogue.all()) {
    if (definition.group?.departure?.region === realm.region) startDeparture(context, realm, definition)
  }
}

/** Refuses changes of the tables of a group while one of them is leaving it. */
export function requireNoDeparture({ group, name }: TableDefinition): void {
  if (group?.departure) throw stillInUse(`Table is being updated: ${name}`)
}

type LeavingTable = Table & { readonly twins: TwinSpaces }

function findLeaving(
  { catalogue }: OperationContext,
  { realm, name, id }: Leaving,
): LeavingTable | undefined {
  const table = catalogue.find(realm, name)
  if (table?.twins === undefined || table.definition.id !== id) return undefined
  return table.definition.group?.departure?.region === realm.region ? (table as LeavingTable) : undefined
}

/** Copies all items that the tables share, and adds what follows them. */
async function copyItems(
  { storage, random }: OperationContext,
  { definition, twins }: LeavingTable,
  signal: AbortSignal,
): Promise<void> {
  const { space } = definition
  const copy = createTable(swapSpaces(definition, twins))
  const fillings = followedSpacesOf(copy.definition).flatMap(
    (followed) =>
      findFilling(copy, followed) ?? findVectorFilling(copy, followed, () => randomHex(random, 12)) ?? [],
  )
  let after: Position | undefined
  let more = true
  while (more && !signal.aborted) {
    const limits = { maxRecords: pageMaxRecords, maxBytes: pageMaxBytes }
    const page = await storage.range({ space, within: {}, ...limits, ...(after && { after }) })
    const keys = page.records.map(({ partition, sort }): RecordKey => ({ space, partition, sort }))
    // Items are read again here, so that a concurrent change comes either entirely before this or entirely after it.
    await storage.mutate(keys, (values) => {
      const changes = values.flatMap((value, i): Change[] => {
        const { partition, sort } = keys[i] as RecordKey
        if (value === undefined) return []
        const stored = StoredItem.fromRecord(value)
        const entries = fillings.flatMap((filling) => filling.entries(stored))
        return [{ space: copy.definition.space, partition, sort, value }, ...entries]
      })
      return { changes, answer: undefined }
    })
    after = keys.at(-1)
    more = page.more
    await yieldToRequests()
  }
}

/** Lets the leaving table read from its copy, which now has everything. The group still writes to both. */
function goByCopy(context: OperationContext, leaving: Leaving): Promise<void> {
  const { catalogue, histories, storage } = context
  const { realm, name } = leaving
  return catalogue.exclusively(realm, name, async () => {
    const table = findLeaving(context, leaving)
    if (table === undefined || goesByCopy(table.definition)) return
    const definition = swapSpaces(table.definition, table.twins)
    await catalogue.change({ saved: [{ ...realm, definition }] }, storage)
    moveHistory(histories, table.definition, definition)
  })
}

/** Resolves when no request that began with the table as it was before it went by its copy can still read. */
async function readersEnded({ catalogue, inFlight }: OperationContext, signal: AbortSignal): Promise<void> {
  if (catalogue.shared === undefined) await inFlight.drained()
  else await setTimeout(PROPAGATION_MS, undefined, { signal })
}

/**
 * Resolves when no backup, export or restore is being made of the shared items for the leaving table: its history will
 * lack what others write to them. No new one begins, as the table goes by its copy.
 */
async function copiesEnded(context: OperationContext, leaving: Leaving, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await context.catalogue.refresh()
    if (!(await isBeingCopied(context, leaving))) return
    await setTimeout(lookAgainMs, undefined, { signal })
  }
}

async function isBeingCopied(context: OperationContext, leaving: Leaving): Promise<boolean> {
  const table = findLeaving(context, leaving)
  const history = table?.definition.history?.space
  const shared = table?.twins.get(table.definition.space)
  if (history === undefined || shared === undefined) return false
  const { backups, catalogue, exports } = context
  const copies = [...(await backups.listWith([history])), ...(await exports.listWith([history]))]
  const named = [
    ...copies.map(({ spaces = [] }) => spaces),
    ...[...catalogue.inCreation()].map(([, { definition }]) => spacesOf(definition)),
  ]
  return named.some((spaces) => spaces.includes(history) && spaces.includes(shared))
}

/** Ends the departure: the table is one of a single region, and so is the other one if there were two. */
function depart(context: OperationContext, leaving: Leaving): Promise<void> {
  const { catalogue, clock, expirer, storage } = context
  const { realm, name } = leaving
  return catalogue.exclusively(realm, name, async () => {
    const table = findLeaving(context, leaving)
    if (table === undefined) return
    const [own, ...others] = withoutDeparture(context, { ...realm, definition: table.definition })
    await catalogue.change({ saved: [...regroup(own ? [own] : []), ...regroup(others)] }, storage)
    // From now on it expires its items itself.
    expirer.wakeAt(clock.now())
  })
}

/** Ends the departure without success: the table stays, and its copy is dropped. Returns whether it was leaving. */
function stay(context: OperationContext, leaving: Leaving): Promise<boolean> {
  const { catalogue, histories, storage } = context
  const { realm, name } = leaving
  return catalogue.exclusively(realm, name, async () => {
    const table = findLeaving(context, leaving)
    if (table === undefined) return false
    const { definition, twins } = table
    const shared = goesByCopy(definition) ? swapSpaces(definition, twins) : definition
    await catalogue.change({ saved: withoutDeparture(context, { ...realm, definition: shared }) }, storage)
    moveHistory(histories, definition, shared)
    await dropSpaces(context, Object.values(definition.group?.departure?.spaces ?? {}))
    return true
  })
}

/** Returns the tables of a group, the given one first, as if none were leaving it. */
function withoutDeparture(context: OperationContext, entry: CatalogueEntry): CatalogueEntry[] {
  const { departure: _, ...group } = entry.definition.group ?? { members: [] }
  return withGroup(context, entry, group)
}

function moveHistory(histories: Histories, from: TableDefinition, to: TableDefinition): void {
  if (to.history === undefined || from.space === to.space) return
  histories.end(from.space, to.history.space)
  histories.begin(to.space, to.history.space)
}
