import type { CreateTableInput } from '@monotable/protocol'
import { ServiceError } from '@monotable/protocol'
import { describeNewTable } from '../tables/describe-table.ts'
import { asksForWarmThroughput } from '../tables/read-warm-throughput.ts'
import { resolveTableName } from '../tables/table-name.ts'
import { randomUuid } from '../util/random.ts'
import type { OperationContext, WireAnswer } from './operation-context.ts'
import { planNewTable } from './plan-new-table.ts'

/** Creates a table. The answer says CREATING, as on AWS; the table can be used as soon as it is given. */
export async function createTable(context: OperationContext, input: CreateTableInput): Promise<WireAnswer> {
  const { catalogue, clock, random, realm, storage } = context
  const name = resolveTableName(realm, input.TableName)
  const nowMs = clock.now()
  const definition = planNewTable(input, { realm, name, nowMs, newId: () => randomUuid(random) })
  return catalogue.exclusively(realm, name, async () => {
    if (catalogue.find(realm, name) !== undefined) {
      throw new ServiceError('ResourceInUseException', `Table already exists: ${name}`)
    }
    await storage.createSpace(definition.space)
    for (const index of definition.indexes) await storage.createSpace(index.space)
    await catalogue.save(realm, definition)
    const asksForWarmth = asksForWarmThroughput(input.WarmThroughput)
    return { TableDescription: describeNewTable(definition, { nowMs, asksForWarmth }) }
  })
}
