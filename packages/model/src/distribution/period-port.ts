import type { EntityDefinition } from '../entities/entity-definition.ts'
import { ModelError } from '../model-error.ts'
import type { Port } from '../port/port.ts'
import { failureName } from '../port/service-failure.ts'
import type {
  BatchGetItemInput,
  BatchWriteItemInput,
  OperationName,
  OperationOutputs,
  TransactGetItemsInput,
  TransactWriteItemsInput,
  WireItem,
} from '../port/wire.ts'
import { recognizeItem } from '../reads/recognize-item.ts'
import type { ModelContext } from '../sending/model-context.ts'

/**
 * Returns a context that handles missing tables of periods: reads by key find nothing there, since nothing was ever
 * written, and a write fails with an error that says how to create the table. Patterns handle missing tables
 * themselves.
 */
export function openPeriods(context: ModelContext, entities: readonly EntityDefinition[]): ModelContext {
  const own = entities.filter(({ table }) => table.periods !== undefined)
  if (own.length === 0) return context
  // Outermost, so that meters and listeners see each request that is really sent.
  const open = (inner: ModelContext): ModelContext => ({
    ...inner,
    port: periodPort(inner.port, own),
    around: (wrap) => open(inner.around(wrap)),
  })
  return open(context)
}

function periodPort(port: Port, entities: readonly EntityDefinition[]): Port {
  return {
    send: async (operation, input, options) => {
      try {
        return await port.send(operation, input, options)
      } catch (error) {
        if (!isNotFound(error) || operation === 'Query' || operation === 'Scan') throw error
        const sameWay: Port = { send: (name, other) => port.send(name, other, options) }
        const missing = await findMissing(sameWay, entities, targetsOf(operation, input))
        if (missing.size === 0) throw error
        return (await sendOthers(sameWay, operation, input, missing, error)) as never
      }
    },
  }
}

/** An item to which a request refers. */
interface Target {
  readonly table: string
  readonly key: WireItem
}

/** Does what can be done without the missing tables. */
function sendOthers(
  port: Port,
  operation: OperationName,
  input: object,
  missing: ReadonlyMap<string, ModelError>,
  cause: unknown,
): Promise<object> | object {
  if (operation === 'GetItem') return {}
  if (operation === 'BatchGetItem') return readOthers(port, input as BatchGetItemInput, missing)
  if (operation === 'TransactGetItems') return readTogether(port, input as TransactGetItemsInput, missing)
  const [{ code, message, details }] = missing.values() as unknown as [ModelError]
  throw new ModelError(code, message, details, cause)
}

async function readOthers(
  port: Port,
  { RequestItems }: BatchGetItemInput,
  missing: ReadonlyMap<string, unknown>,
): Promise<OperationOutputs['BatchGetItem']> {
  const others = Object.entries(RequestItems).filter(([table]) => !missing.has(table))
  return others.length === 0 ? {} : port.send('BatchGetItem', { RequestItems: Object.fromEntries(others) })
}

async function readTogether(
  port: Port,
  { TransactItems }: TransactGetItemsInput,
  missing: ReadonlyMap<string, unknown>,
): Promise<OperationOutputs['TransactGetItems']> {
  const others = TransactItems.filter(({ Get }) => !missing.has(Get.TableName))
  const request = { TransactItems: others }
  const { Responses = [] } = others.length === 0 ? {} : await port.send('TransactGetItems', request)
  const found = [...Responses]
  return {
    Responses: TransactItems.map(({ Get }) => (missing.has(Get.TableName) ? {} : (found.shift() ?? {}))),
  }
}

/**
 * Returns the missing tables of periods, each with its error. If there are several candidates, a read of each shows
 * which ones are missing.
 */
async function findMissing(port: Port, entities: readonly EntityDefinition[], targets: readonly Target[]) {
  const missing = new Map<string, ModelError>()
  const tables = new Map(targets.map((target) => [target.table, target]))
  for (const [table, { key }] of tables) {
    const own = entities.filter((entity) => table.startsWith(`${entity.table.periods?.base}-`))
    const entity = own.find((one) => recognizeItem(one, key)) ?? own[0]
    if (entity === undefined) continue
    const Key = Object.fromEntries(Object.entries(key).filter(([name]) => isKey(entity, name)))
    const isThere =
      tables.size > 1 &&
      (await port.send('GetItem', { TableName: table, Key }).then(
        () => true,
        (error) => !isNotFound(error),
      ))
    if (!isThere) missing.set(table, periodMissing(entity, table))
  }
  return missing
}

function isKey({ table: { key } }: EntityDefinition, name: string): boolean {
  return [...key.pk, ...key.sk].some((attribute) => attribute.name === name)
}

function periodMissing({ name: entity, table: { periods } }: EntityDefinition, table: string): ModelError {
  const period = table.slice((periods?.base.length ?? 0) + 1)
  const message = `${entity}: there is no table ${table}; create it with createTableInput(table, { period: '${period}' })`
  return new ModelError('PERIOD_MISSING', message, { entity, table, period })
}

/** Returns the items to which a request by key refers. */
function targetsOf(operation: OperationName, input: object): Target[] {
  const { RequestItems } = input as Partial<BatchGetItemInput & BatchWriteItemInput>
  if (operation === 'BatchGetItem') {
    return Object.entries((RequestItems ?? {}) as BatchGetItemInput['RequestItems']).flatMap(
      ([table, { Keys }]) => Keys.map((key) => ({ table, key })),
    )
  }
  if (operation === 'BatchWriteItem') {
    return Object.entries((RequestItems ?? {}) as BatchWriteItemInput['RequestItems']).flatMap(
      ([table, all]) =>
        all.map(({ PutRequest, DeleteRequest }) => ({
          table,
          key: PutRequest?.Item ?? DeleteRequest?.Key ?? {},
        })),
    )
  }
  const { TransactItems } = input as Partial<TransactGetItemsInput & TransactWriteItemsInput>
  const members = TransactItems?.flatMap((member) => Object.values(member) as object[]) ?? [input]
  return members.map((member) => {
    const { TableName: table, Item, Key } = member as { TableName: string; Item?: WireItem; Key?: WireItem }
    return { table, key: Item ?? Key ?? {} }
  })
}

function isNotFound(error: unknown): boolean {
  return failureName(error) === 'ResourceNotFoundException'
}
