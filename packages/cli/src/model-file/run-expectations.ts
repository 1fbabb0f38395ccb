import { createTableInput, type Model, type Pattern, type TableDefinition } from '@monotable/model'
import { getOwn, setOwn } from '@monotable/protocol'
import { type OpenedDatabase, openDatabase } from '../open-database.ts'
import type { Expectation, JsonItem } from './expectations.ts'
import { fromJsonItem, toJsonItem } from './json-item.ts'
import { readArguments } from './read-arguments.ts'

/** The result of checking an expectation. */
export interface ExpectationResult {
  readonly expectation: Expectation
  /** What differs from the expectation; `undefined` if nothing does. */
  readonly problem: string | undefined
}

/** The parts of a model that expectations need, whichever copy of the package made it. */
type AnyModel = Pick<Model, 'entities' | 'patterns' | 'connect'>

/** Calls the patterns of expectations, each with its own in-memory database. */
export async function runExpectations(
  model: AnyModel,
  expectations: readonly Expectation[],
): Promise<readonly ExpectationResult[]> {
  const results: ExpectationResult[] = []
  for (const expectation of expectations) {
    results.push({ expectation, problem: await runExpectation(model, expectation) })
  }
  return results
}

async function runExpectation(model: AnyModel, expectation: Expectation): Promise<string | undefined> {
  const pattern = getOwn(model.patterns, expectation.pattern) as Pattern | undefined
  if (pattern === undefined) return `the model has no pattern ${expectation.pattern}`
  const db = await openDatabase()
  try {
    return await compare(model, expectation, { db, pattern })
  } catch (error) {
    return `it failed: ${(error as Error).message}`
  } finally {
    await db.close()
  }
}

interface Trial {
  readonly db: OpenedDatabase
  readonly pattern: Pattern
}

async function compare(model: AnyModel, expectation: Expectation, trial: Trial): Promise<string | undefined> {
  const { db, pattern } = trial
  const table = pattern.kind === 'collect' ? pattern.table : pattern.entity.table
  if (table.periods !== undefined)
    return `${table.name} has a table for each period, so its calls cannot be run again`
  await db.send('CreateTable', createTableInput({ definition: table }) as never)
  for (const item of expectation.items) {
    await db.send('PutItem', { TableName: table.name, Item: fromJsonItem(item) as never })
  }
  const reads = await callPattern(model, expectation, trial)
  const found = reads.items.map((item) => keyOf(table, item))
  const isSame = JSON.stringify(found) === JSON.stringify(expectation.returns.map((key) => keyOf(table, key)))
  if (!isSame) return `it returns ${show(found)} instead of ${show(expectation.returns)}`
  const { units = Number.POSITIVE_INFINITY } = expectation
  return reads.units > units
    ? `it takes ${reads.units} read units, more than the expected ${units}`
    : undefined
}

/** Calls a pattern and collects the stored form of the items that it reads. */
async function callPattern(
  model: AnyModel,
  expectation: Expectation,
  { db, pattern }: Trial,
): Promise<{ readonly items: readonly JsonItem[]; readonly units: number }> {
  const items: JsonItem[] = []
  let units = 0
  const port = {
    send: async (operation: string, input: object): Promise<unknown> => {
      const request = { ...input, ReturnConsumedCapacity: 'TOTAL' }
      const answer = (await db.send(operation as never, request as never)) as ReadAnswer
      for (const capacity of [answer.ConsumedCapacity ?? []].flat()) units += capacity.CapacityUnits ?? 0
      // Items that are fetched again by their key were already collected.
      if (operation === 'Query' || operation === 'Scan') items.push(...(answer.Items ?? []).map(toJsonItem))
      return answer
    },
  }
  const { q } = model.connect(port as never) as unknown as {
    readonly q: { readonly [name: string]: (args: object) => PromiseLike<unknown> }
  }
  await getOwn(q, expectation.pattern)?.(readArguments(pattern, expectation.arguments))
  return { items, units }
}

interface ReadAnswer {
  readonly Items?: readonly object[]
  readonly ConsumedCapacity?: Capacity | readonly Capacity[]
}

interface Capacity {
  readonly CapacityUnits?: number
}

/** Returns the primary key of an item, with the attributes in the table's order. */
function keyOf({ key }: TableDefinition, item: JsonItem): JsonItem {
  const picked: { [name: string]: JsonItem[string] } = {}
  for (const { name } of [...key.pk, ...key.sk]) {
    const value = getOwn(item, name)
    if (value !== undefined) setOwn(picked, name, value)
  }
  return picked
}

function show(keys: readonly JsonItem[]): string {
  const texts = keys.map((key) =>
    Object.values(key)
      .flatMap((value) => Object.values(value))
      .join(' / '),
  )
  return texts.length === 0 ? 'nothing' : texts.join(', ')
}
