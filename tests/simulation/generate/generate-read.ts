import type { AttributeValue } from '@monotable/protocol'
import type { NaiveTable } from '../model/naive-database.ts'
import { ExpressionWriter } from '../model/render-expression.ts'
import type { KeyCondition, ReadMeaning } from '../model/request-meaning.ts'
import { type IndexShape, indexKeyParts, type KeyPart, tableKeyParts } from '../model/table-shape.ts'
import type { SeededRandom } from '../seeded-random.ts'
import type { Json } from '../wire-call.ts'
import { keyBounds, keyValue } from './attribute-pool.ts'
import { generateCondition } from './generate-condition.ts'
import {
  allNames,
  canonicalTree,
  filterNames,
  type GeneratorContext,
  generateDetail,
  generateProjection,
} from './generate-request.ts'

/** Draws a Query or a Scan of a table or of one of these indexes. */
export function generateRead(
  { random }: GeneratorContext,
  table: NaiveTable,
  indexes: readonly IndexShape[],
): ReadMeaning {
  const index = indexes.length > 0 && random.percent(65) ? random.pick(indexes) : undefined
  const isQuery = random.percent(70)
  const keyParts = index === undefined ? tableKeyParts(table.shape) : indexKeyParts(index)
  const filterable = filterNames(table.shape, isQuery ? keyParts.map(({ name }) => name) : [])
  const selection = random.below(10)
  return {
    table: table.shape.name,
    index: index?.name,
    keyConditions: isQuery ? generateKeyConditions(random, table, index) : undefined,
    filter: random.percent(30) ? generateCondition(random, filterable) : undefined,
    projection: selection < 3 ? generateProjection(random, allNames) : undefined,
    countOnly: selection === 3,
    allAttributes: selection === 4,
    reverse: isQuery && random.percent(40),
    consistent: index?.kind !== 'global' && random.percent(30),
    limit: random.percent(60) ? 1 + random.below(7) : undefined,
    detail: generateDetail(random),
  }
}

function generateKeyConditions(
  random: SeededRandom,
  table: NaiveTable,
  index: IndexShape | undefined,
): KeyCondition[] {
  const hash = index?.hash ?? [table.shape.hash]
  const range = index?.range ?? tableKeyParts(table.shape).slice(1)
  const equal = (part: KeyPart): KeyCondition => ({
    name: part.name,
    comparator: '=',
    operands: [likelyValue(random, table, part)],
  })
  const conditions = hash.map(equal)
  const depth = random.below(range.length + 1)
  for (const [position, part] of range.slice(0, depth).entries()) {
    conditions.push(position < depth - 1 ? equal(part) : generateRangeCondition(random, table, part))
  }
  return random.shuffle(conditions)
}

function generateRangeCondition(random: SeededRandom, table: NaiveTable, part: KeyPart): KeyCondition {
  const comparators = [
    '=',
    '<',
    '<=',
    '>',
    '>=',
    'between',
    ...(part.type === 'N' ? [] : ['begins' as const]),
  ] as const
  const comparator = random.pick(comparators)
  const operands = comparator === 'between' ? keyBounds(random, part) : [likelyValue(random, table, part)]
  return { name: part.name, comparator, operands }
}

function likelyValue(random: SeededRandom, { items }: NaiveTable, part: KeyPart): AttributeValue {
  const values = items.flatMap((item) => {
    const value = Object.hasOwn(item, part.name) ? item[part.name] : undefined
    return value !== undefined && part.type in value && Object.values(value)[0] !== '' ? [value] : []
  })
  return values.length > 0 && random.percent(80) ? random.pick(values) : keyValue(random, part)
}

/** Returns the meaning with canonical values. */
export function canonicalRead(meaning: ReadMeaning): ReadMeaning {
  const keyConditions = meaning.keyConditions?.map((condition) => ({
    ...condition,
    operands: condition.operands.map((value) => canonicalTree({ value }).value),
  }))
  return { ...meaning, keyConditions, filter: canonicalTree(meaning.filter) }
}

/** Returns the request for one page, without its start key. */
export function renderRead(meaning: ReadMeaning): { operation: 'Query' | 'Scan'; input: Json } {
  const writer = new ExpressionWriter()
  const { keyConditions, filter, projection } = meaning
  const input = {
    TableName: meaning.table,
    ...(meaning.index && { IndexName: meaning.index }),
    ...(keyConditions && {
      KeyConditionExpression: keyConditions.map((one) => renderKeyCondition(writer, one)).join(' AND '),
    }),
    ...(filter && { FilterExpression: writer.condition(filter) }),
    ...(projection && { ProjectionExpression: writer.projection(projection) }),
    ...(meaning.countOnly && { Select: 'COUNT' }),
    ...(meaning.allAttributes && { Select: 'ALL_ATTRIBUTES' }),
    ...(meaning.reverse && { ScanIndexForward: false }),
    ...(meaning.consistent && { ConsistentRead: true }),
    ...(meaning.limit && { Limit: meaning.limit }),
    ...(meaning.detail && { ReturnConsumedCapacity: meaning.detail }),
    ...writer.parameters(),
  }
  return { operation: keyConditions === undefined ? 'Scan' : 'Query', input }
}

function renderKeyCondition(writer: ExpressionWriter, { name, comparator, operands }: KeyCondition): string {
  const path = writer.name(name)
  const [first, second] = operands.map((operand) => writer.value(operand))
  if (comparator === 'begins') return `begins_with(${path}, ${first})`
  return comparator === 'between'
    ? `${path} BETWEEN ${first} AND ${second}`
    : `${path} ${comparator} ${first}`
}
