import type { SeededRandom } from '../../simulation/seeded-random.ts'
import { isObject, type Json, type Request } from '../exchange.ts'
import { brokenValue, valueTypes } from './attribute-values.ts'

/** Members that take one of a few enum values. */
const wordMembers = [
  'ReturnValues',
  'ReturnConsumedCapacity',
  'ReturnItemCollectionMetrics',
  'ReturnValuesOnConditionCheckFailure',
  'Select',
  'ConditionalOperator',
]
const wrongMembers: readonly Json[] = [
  ...wordMembers.map((name) => ({ [name]: 'WHAT' })),
  { TableName: 'nosuch' },
  { TableName: 'x' },
  { TableName: 'bad name' },
  { TableName: 1 },
  { IndexName: 'nosuch' },
  { IndexName: 'x' },
  { Limit: 0 },
  { Limit: '1' },
  { Segment: -1 },
  { TotalSegments: 0 },
  { TotalSegments: 1_000_001, Segment: 0 },
  { ConsistentRead: 'yes' },
  { ConsistentRead: true },
  { Key: {} },
  { Key: [] },
  { Item: {} },
  { ExpressionAttributeNames: {} },
  { ExpressionAttributeValues: {} },
  { ExpressionAttributeNames: { '#a': 1 } },
  { ExpressionAttributeNames: { '#n0': '' } },
  { AttributesToGet: [] },
  { AttributesToGet: ['num'] },
  { ConditionExpression: '' },
  { UpdateExpression: '' },
  { ProjectionExpression: '' },
  { FilterExpression: '' },
  { KeyConditionExpression: '' },
  { Expected: {} },
  { AttributeUpdates: {} },
  { QueryFilter: {} },
  { ScanFilter: {} },
  { KeyConditions: {} },
  { ConditionalOperator: 'AND' },
  { RequestItems: {} },
  { TransactItems: [] },
]

/** Breaks one thing in a request. */
export function spoilRequest(random: SeededRandom, { operation, input }: Request): Request {
  switch (random.below(4)) {
    case 0:
      return { operation, input: without(random, input) }
    case 1:
      return { operation, input: { ...input, ...random.pick(wrongMembers) } }
    case 2:
      return { operation, input: replaceValue(random, input, () => brokenValue(random)) }
    default:
      return { operation, input: retype(random, input) }
  }
}

function without(random: SeededRandom, input: Json): Json {
  const { [random.pick(Object.keys(input))]: _, ...rest } = input
  return rest
}

/** Replaces one attribute value of the request. */
function replaceValue(random: SeededRandom, input: Json, make: () => unknown): Json {
  const places = valuePlaces(input)
  if (places.length === 0) return input
  const place = random.pick(places)
  return replaceAt(input, place, make()) as Json
}

/** Gives one value of the request another type, for example a key of the wrong type. */
function retype(random: SeededRandom, input: Json): Json {
  return replaceValue(random, input, () => {
    const texts = { S: '', N: '7', B: '' }
    const type = random.pick(['S', 'N', 'B'] as const)
    return random.percent(70) ? { [type]: texts[type] } : { [random.pick(valueTypes)]: ['a'] }
  })
}

type Place = readonly (string | number)[]

function valuePlaces(value: unknown, place: Place = []): Place[] {
  if (Array.isArray(value)) return value.flatMap((member, index) => valuePlaces(member, [...place, index]))
  if (!isObject(value)) return []
  const names = Object.keys(value)
  const isValue = names.length === 1 && valueTypes.some((type) => type === names[0])
  const inside = names.flatMap((name) => valuePlaces(value[name], [...place, name]))
  return isValue ? [place, ...inside] : inside
}

/** Returns a copy of a request with another value at one place. */
function replaceAt(value: unknown, [head, ...rest]: Place, next: unknown): unknown {
  if (head === undefined) return next
  if (Array.isArray(value))
    return value.map((member, index) => (index === head ? replaceAt(member, rest, next) : member))
  const object = value as Json
  return { ...object, [head]: replaceAt(object[head], rest, next) }
}
