import type { SeededRandom } from '../simulation/seeded-random.ts'
import { type Sides, untilActive } from './arena.ts'
import { compareAnswers, type Mismatch } from './compare-answers.ts'
import type { Difference } from './difference.ts'
import { type Answer, demand, isObject, type Json, type Request, type Side } from './exchange.ts'
import { createTableRequest, updateTableRequest } from './generate/table-requests.ts'
import { unordered } from './normal-form.ts'

const emptyScene = { shapes: [], items: {} }

/** Sends requests that create and change tables, one after the other, each to a table of its own. */
export async function* tableRound(
  sides: Sides,
  random: SeededRandom,
  { seed, steps }: { readonly seed: number; readonly steps: number },
): AsyncGenerator<{ request: Request; differences: Difference[] }> {
  for (let step = 0; step < steps; step++) {
    const name = `Table${seed}.${step}`
    const isUpdate = random.percent(40)
    const request = isUpdate ? updateTableRequest(random, name) : createTableRequest(random, name)
    const { mismatches, ours, theirs } = await judgeTable(
      sides,
      request,
      isUpdate ? startTable(name) : undefined,
    )
    const differences = mismatches.map((mismatch) => ({
      ...mismatch,
      seed,
      request,
      ours,
      theirs,
      scene: emptyScene,
    }))
    yield { request, differences }
  }
}

/** The table that an UpdateTable changes. */
function startTable(TableName: string): Json {
  const index = {
    IndexName: 'gsi0',
    KeySchema: [{ AttributeName: 'a', KeyType: 'HASH' }],
    Projection: { ProjectionType: 'ALL' },
  }
  return {
    TableName,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: ['pk', 'sk', 'a'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
    KeySchema: [
      { AttributeName: 'pk', KeyType: 'HASH' },
      { AttributeName: 'sk', KeyType: 'RANGE' },
    ],
    GlobalSecondaryIndexes: [index],
  }
}

async function judgeTable(sides: Sides, request: Request, start: Json | undefined) {
  const ours = await askTable(sides.classic, request, start)
  const reworded = await askTable(sides.current, request, start)
  const theirs = await askTable(sides.oracle, request, start)
  const mismatches: Mismatch[] = compareAnswers(ours, theirs)
  for (const { aspect, detail } of compareAnswers(ours, reworded)) {
    if (aspect !== 'message') mismatches.push({ aspect: 'wording', detail: `${aspect}: ${detail}` })
  }
  return { mismatches, ours, theirs }
}

/** Sends the request and returns the description of the table once it is no longer changing. */
async function askTable(side: Side, request: Request, start: Json | undefined): Promise<Answer> {
  const name = String(start?.['TableName'] ?? request.input['TableName'])
  if (start !== undefined) {
    await demand(side, 'CreateTable', start)
    await untilActive(side, name)
  }
  const answer = await side.send(request)
  const table = answer.body === undefined ? undefined : await untilActive(side, name)
  if (start !== undefined || answer.body !== undefined) {
    await untilActive(side, name)
    await side.send({ operation: 'DeleteTable', input: { TableName: name } })
  }
  return table === undefined ? answer : { body: comparableTable(table) }
}

/** The parts of a table's description that do not depend on the side. */
function comparableTable(table: Json): Json {
  const index = (value: unknown): unknown => {
    if (!isObject(value)) return value
    const { IndexName, KeySchema, Projection } = value
    const { ProjectionType, NonKeyAttributes } = isObject(Projection) ? Projection : {}
    return { IndexName, KeySchema, ProjectionType, NonKeyAttributes: unordered(NonKeyAttributes) }
  }
  const indexes = (name: string) => unordered((Array.isArray(table[name]) ? table[name] : []).map(index))
  return {
    KeySchema: table['KeySchema'],
    AttributeDefinitions: unordered(table['AttributeDefinitions']),
    LocalSecondaryIndexes: indexes('LocalSecondaryIndexes'),
    GlobalSecondaryIndexes: indexes('GlobalSecondaryIndexes'),
  }
}
