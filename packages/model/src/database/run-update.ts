import type { EntityDefinition } from '../entities/entity-definition.ts'
import { ModelError } from '../model-error.ts'
import { failedItem, isConditionFailure, isMissingParent } from '../port/service-failure.ts'
import type { ReturnValues, WireItem } from '../port/wire.ts'
import type { ModelContext } from '../sending/model-context.ts'
import { type Guard, wireAt } from '../writes/make-parents.ts'
import type { UpdateContext, UpdatePlan } from '../writes/plan-update.ts'
import { explainFailure, runWrite, type WriteIntent } from './run-write.ts'

/** How often an update is planned again because others changed the item in between. */
const attemptLimit = 10

const parentAttempts = 3

/** An update that may have to be planned more than once. */
export interface UpdateJob {
  readonly entity: EntityDefinition
  readonly plan: (context: UpdateContext) => UpdatePlan
  readonly returning: ReturnValues
  readonly intent: WriteIntent
}

/**
 * Sends an update. Mostly one request; when the plan needs the item, or a map that it writes into is missing, the item
 * is read and the update is made on condition that it is still so.
 */
export async function runUpdate(context: ModelContext, job: UpdateJob): Promise<WireItem | undefined> {
  let current: WireItem | undefined
  for (let attempt = 0; attempt < attemptLimit; attempt++) {
    const plan = job.plan({ now: context.clock.now(), current })
    if (plan.kind === 'read') {
      current = await readItem(context, job.entity, plan.key)
      continue
    }
    try {
      return await runWrite(context, plan.action, job.returning)
    } catch (error) {
      const isStale =
        isConditionFailure(error) && plan.guards.length > 0 && !allHold(plan.guards, failedItem(error))
      // A map may be missing, or have gone since the item was read; what is no map at all stays a refusal.
      if (!isStale && !(isMissingParent(error) && attempt < parentAttempts)) {
        throw explainFailure(context, error, job.entity, job.intent)
      }
      current = await readItem(context, job.entity, plan.action.key)
    }
  }
  const { name } = job.entity
  const message = `${name}: others kept changing the item; it was tried ${attemptLimit} times`
  throw new ModelError('CONTENTION', message, { entity: name, attempts: attemptLimit })
}

async function readItem({ port }: ModelContext, entity: EntityDefinition, key: WireItem): Promise<WireItem> {
  const { Item } = await port.send('GetItem', {
    TableName: entity.table.name,
    Key: key,
    ConsistentRead: true,
  })
  return Item ?? {}
}

/** Whether an item is still what a plan took it to be; then it was another condition that failed. */
function allHold(guards: readonly Guard[], item: WireItem | undefined): boolean {
  return guards.every(({ steps, expected }) => {
    return JSON.stringify(wireAt(item ?? {}, steps)) === JSON.stringify(expected)
  })
}
