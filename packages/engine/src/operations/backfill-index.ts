import { setTimeout } from 'node:timers/promises'
import type { Change, Position, RecordKey, RecordValue } from '../storage/storage.ts'
import { StorageError } from '../storage/storage-error.ts'
import type { Realm } from '../tables/catalogue.ts'
import { entryOf } from '../tables/index-changes.ts'
import { StoredItem } from '../tables/stored-item.ts'
import type { Table, TableIndex } from '../tables/table.ts'
import type { IndexDefinition } from '../tables/table-definition.ts'
import type { OperationContext } from './operation-context.ts'

/** What filling an index works with. */
export type BackfillContext = Pick<OperationContext, 'storage' | 'catalogue' | 'background' | 'inFlight'>

/** Which index is filled: its space tells it from another of the same name that came later. */
interface BackfillTarget {
  readonly realm: Realm
  readonly tableName: string
  readonly space: string
}

const pageMaxRecords = 256
const pageMaxBytes = 256 * 1024

/** A store that fails may be well again after a while. */
const MAX_ATTEMPTS = 10
const RETRY_PAUSE_MS = 200

/**
 * Fills an index that was added to a table with items, in the background, and makes it ACTIVE. A store may
 * run writes in another order than they were asked for, so that this takes three steps, and each begins when
 * every request of the step before has ended: writes only remove entries; writes keep the index; what was
 * written before is added.
 */
export function startBackfill(context: BackfillContext, target: BackfillTarget): void {
  context.background.start(async (signal) => {
    for (let attempt = 1; !signal.aborted; attempt++) {
      try {
        return await runBackfill(context, target, signal)
      } catch (error) {
        // The index or its table was deleted meanwhile, and its space is gone.
        if (error instanceof StorageError && error.code === 'NO_SPACE' && !findTarget(context, target)) return
        if (attempt === MAX_ATTEMPTS) throw error
        await setTimeout(RETRY_PAUSE_MS * attempt, undefined, { signal })
      }
    }
  })
}

async function runBackfill(
  context: BackfillContext,
  target: BackfillTarget,
  signal: AbortSignal,
): Promise<void> {
  await context.inFlight.drained()
  await changeIndex(context, target, ({ onlyDeletes: _, ...index }) => index)
  await context.inFlight.drained()
  await fillIndex(context, target, signal)
}

/** Starts again to fill the indexes whose filling was cut short when the database was closed. */
export function resumeBackfills(context: BackfillContext): void {
  for (const [realm, table] of context.catalogue.all()) {
    for (const { space, status } of table.indexes) {
      if (status === 'CREATING') startBackfill(context, { realm, tableName: table.name, space })
    }
  }
}

async function fillIndex(
  context: BackfillContext,
  target: BackfillTarget,
  signal: AbortSignal,
): Promise<void> {
  let after: Position | undefined
  let more = true
  while (more && !signal.aborted) {
    const found = findTarget(context, target)
    if (found === undefined) return
    const { table, index } = found
    const space = table.definition.space
    const page = await context.storage.range({
      space,
      within: {},
      ...(after && { after }),
      maxRecords: pageMaxRecords,
      maxBytes: pageMaxBytes,
    })
    const keys = page.records.map(({ partition, sort }): RecordKey => ({ space, partition, sort }))
    // Items are read again here: whoever changes one meanwhile comes wholly before this or wholly after it.
    await context.storage.mutate(keys, (values) => ({
      changes: entriesOf(table, index, values),
      answer: undefined,
    }))
    after = keys.at(-1)
    more = page.more
  }
  if (signal.aborted) return
  await changeIndex(context, target, (index) => ({ ...index, status: 'ACTIVE' }))
}

function entriesOf(table: Table, index: TableIndex, values: readonly (RecordValue | undefined)[]): Change[] {
  const changes: Change[] = []
  for (const value of values) {
    const entry = entryOf(table, index, value && StoredItem.fromRecord(value))
    if (entry !== undefined) changes.push({ ...entry.key, value: entry.value })
  }
  return changes
}

async function changeIndex(
  context: BackfillContext,
  target: BackfillTarget,
  change: (index: IndexDefinition) => IndexDefinition,
): Promise<void> {
  const { realm, tableName, space } = target
  await context.catalogue.exclusively(realm, tableName, async () => {
    const found = findTarget(context, target)
    if (found === undefined) return
    const { definition } = found.table
    const indexes = definition.indexes.map((index) => (index.space === space ? change(index) : index))
    await context.catalogue.save(realm, { ...definition, indexes })
  })
}

function findTarget(
  { catalogue }: BackfillContext,
  { realm, tableName, space }: BackfillTarget,
): { table: Table; index: TableIndex } | undefined {
  const table = catalogue.find(realm, tableName)
  const index = table?.indexes.find((candidate) => candidate.space === space)
  return table && index && { table, index }
}
