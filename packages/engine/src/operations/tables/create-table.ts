import type { CreateTableInput } from '@monotable/protocol'
import { ServiceError } from '@monotable/protocol'
import { describeNewTable } from '../../tables/describe-table.ts'
import { withBillingMode } from '../../tables/read-billing-mode.ts'
import { asksForWarmThroughput } from '../../tables/read-warm-throughput.ts'
import { spacesOf } from '../../tables/table-definition.ts'
import { resolveTableName } from '../../tables/table-name.ts'
import { randomUuid } from '../../util/random.ts'
import type { OperationContext, WireAnswer } from '../operation-context.ts'
import { freeStreamTime, openTableStream } from '../streams/table-stream.ts'
import { planNewTable } from './plan-new-table.ts'

/** Creates a table. The answer says CREATING, as on AWS, but the table is usable as soon as the answer is returned. */
export async function createTable(context: OperationContext, asked: CreateTableInput): Promise<WireAnswer> {
  const input = withBillingMode(asked)
  const { catalogue, clock, random, realm, storage } = context
  const name = resolveTableName(realm, input.TableName)
  return catalogue.exclusively(realm, name, async () => {
    // In here: the stream of a concurrent request for the same name must get its label first.
    const nowMs = input.StreamSpecification ? await freeStreamTime(context, name) : clock.now()
    const definition = planNewTable(input, { realm, name, nowMs, newId: () => randomUuid(random) })
    const taken = catalogue.findAny(realm, name)
    if (taken !== undefined) {
      const isRestored = taken.definition.creation?.kind === 'restore'
      const reason = isRestored ? 'Table is being used' : 'Table already exists'
      throw new ServiceError('ResourceInUseException', `${reason}: ${name}`)
    }
    for (const space of spacesOf(definition)) await storage.createSpace(space)
    const { stream } = definition
    const beside = stream ? [await openTableStream(context, { ...definition, stream })] : []
    await catalogue.save(realm, definition, { beside })
    const asksForWarmth = asksForWarmThroughput(input.WarmThroughput)
    return { TableDescription: describeNewTable(definition, { nowMs, asksForWarmth }) }
  })
}
