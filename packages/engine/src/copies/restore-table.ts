import { ServiceError } from '@monotable/protocol'
import { startJob, warnOfFailure } from '../operations/copy-job.ts'
import type { OperationContext, WireAnswer } from '../operations/operation-context.ts'
import type { Realm } from '../tables/catalogue.ts'
import { describeTable } from '../tables/describe-table.ts'
import type { TableDefinition } from '../tables/table-definition.ts'
import { copyAsOf } from './copy-as-of.ts'
import { activateTable, discardTable, enterTable, fillIndexes, isInCreation } from './fill-table.ts'
import { releaseSource } from './table-history.ts'

/** Saves a table to be restored, and starts filling it. The caller has exclusive access to the name. */
export async function restoreTable(
  context: OperationContext,
  definition: TableDefinition,
): Promise<WireAnswer> {
  const { realm } = context
  await enterTable(context, { realm, definition })
  startRestore(context, realm, definition)
  return { TableDescription: describeTable(definition, { sizes: new Map(), nowMs: context.clock.now() }) }
}

/** Checks that the name for a restored table is free. */
export function requireFreeTarget({ catalogue, realm }: OperationContext, name: string): void {
  const taken = catalogue.findAny(realm, name)
  if (taken === undefined) return
  const { creation } = taken.definition
  if (creation?.kind !== 'restore') {
    throw new ServiceError('TableAlreadyExistsException', `Table already exists: ${name}`)
  }
  const origin = creation.backupArn === undefined ? '' : ` from backup: ${creation.backupArn}`
  throw new ServiceError('TableInUseException', `Table: ${name} is already being restored${origin}`)
}

/** Fills a restored table, including one whose filling was interrupted. */
export function startRestore(context: OperationContext, realm: Realm, definition: TableDefinition): void {
  const { creation } = definition
  if (creation?.kind !== 'restore') return
  const filling = { realm, definition }
  const { source, sourceArn } = creation
  startJob(context, `restore/${definition.id}`, (held) => ({
    run: async (signal) => {
      if (!isInCreation(held, filling)) return
      const { clock, storage } = held
      await copyAsOf({ clock, storage, source, target: definition.space, signal })
      await fillIndexes(held, filling, signal)
      if (!signal.aborted) await activateTable(held, filling)
    },
    fail: async (error) => {
      if (await discardTable(held, filling)) {
        warnOfFailure(`The table ${definition.name} could not be restored`, error)
      }
    },
    release: () => releaseSource(held, realmOf(sourceArn), { tableName: nameOf(sourceArn), source }),
  }))
}

// arn:aws:dynamodb:<region>:<account>:table/<name>
function realmOf(tableArn: string): Realm {
  const [, , , region = '', accountId = ''] = tableArn.split(':')
  return { region, accountId }
}

function nameOf(tableArn: string): string {
  return tableArn.slice(tableArn.indexOf('/') + 1)
}
