import type { SeededRandom } from '../../simulation/seeded-random.ts'
import type { Json, Request } from '../exchange.ts'
import { conditionText } from './condition-text.ts'
import { ExpressionScope, perhapsMisspelt } from './expression-scope.ts'
import { attributesToGet, capacityLevels } from './item-requests.ts'
import { keyConditionText } from './key-condition-text.ts'
import { legacyFilter, legacyKeyConditions } from './legacy-conditions.ts'
import { projectionText } from './projection-text.ts'
import { generateItem, type IndexShape, type TableShape } from './table-shape.ts'

const selections = ['ALL_ATTRIBUTES', 'ALL_PROJECTED_ATTRIBUTES', 'SPECIFIC_ATTRIBUTES', 'COUNT']

export function queryRequest(random: SeededRandom, shape: TableShape): Request {
  const scope = new ExpressionScope(random, shape)
  const index = pickIndex(random, shape)
  const isLegacy = random.percent(20)
  const keys = isLegacy
    ? legacyKeyConditions(scope, index)
    : { KeyConditionExpression: perhapsMisspelt(random, keyConditionText(scope, index)) }
  const filter =
    isLegacy && random.percent(80) ? perhapsLegacyFilter(scope, 'QueryFilter') : perhapsFilter(scope)
  const input = {
    ...commonRead(scope, index, isLegacy),
    ...keys,
    ...filter,
    ...(random.percent(50) && { ScanIndexForward: random.percent(50) }),
  }
  return { operation: 'Query', input: { ...input, ...scope.parameters() } }
}

export function scanRequest(random: SeededRandom, shape: TableShape): Request {
  const scope = new ExpressionScope(random, shape)
  const isLegacy = random.percent(20)
  const filter = isLegacy ? perhapsLegacyFilter(scope, 'ScanFilter') : perhapsFilter(scope)
  const input = { ...commonRead(scope, pickIndex(random, shape), isLegacy), ...filter }
  return { operation: 'Scan', input: { ...input, ...scope.parameters(), ...segments(random) } }
}

function pickIndex(random: SeededRandom, shape: TableShape): IndexShape | undefined {
  return shape.indexes.length > 0 && random.percent(60) ? random.pick(shape.indexes) : undefined
}

function segments(random: SeededRandom): Json {
  if (random.percent(85)) return {}
  const total = 1 + random.below(4)
  if (random.percent(90)) return { TotalSegments: total, Segment: random.below(total) }
  return random.pick<Json>([
    { TotalSegments: total },
    { Segment: 0 },
    { Segment: total, TotalSegments: total },
  ])
}

function commonRead(scope: ExpressionScope, index: IndexShape | undefined, isLegacy: boolean): Json {
  const { random, shape } = scope
  return {
    TableName: shape.name,
    ...(index && { IndexName: random.percent(99) ? index.name : 'nosuch' }),
    ...(random.percent(40) && { ConsistentRead: random.percent(index?.isGlobal ? 5 : 60) }),
    ...(random.percent(40) && { Limit: 1 + random.below(4) }),
    ...(random.percent(50) && { ReturnConsumedCapacity: random.pick(capacityLevels) }),
    ...(random.percent(25) && { Select: random.pick(selections) }),
    ...(random.percent(30) && projectionOf(scope, isLegacy)),
    ...(random.percent(8) && { ExclusiveStartKey: startKey(scope, index) }),
  }
}

function projectionOf(scope: ExpressionScope, isLegacy: boolean): Json {
  if (isLegacy || scope.random.percent(3)) return { AttributesToGet: attributesToGet(scope) }
  return { ProjectionExpression: perhapsMisspelt(scope.random, projectionText(scope)) }
}

function perhapsFilter(scope: ExpressionScope): Json {
  const { random } = scope
  return random.percent(40) ? { FilterExpression: perhapsMisspelt(random, conditionText(scope)) } : {}
}

function perhapsLegacyFilter(scope: ExpressionScope, parameter: 'QueryFilter' | 'ScanFilter'): Json {
  return scope.random.percent(50) ? legacyFilter(scope, parameter) : {}
}

/** Draws a key to start after, in most cases with the attributes that it needs. */
function startKey({ random, shape }: ExpressionScope, index: IndexShape | undefined): Json {
  const names = [shape, ...(index ? [index] : [])].flatMap(({ hash, range }) => [...hash, ...range])
  const item = generateItem(random, shape)
  const key: { [name: string]: unknown } = {}
  for (const { name } of names) {
    if (item[name] !== undefined && random.percent(97)) key[name] = item[name]
  }
  if (random.percent(3)) key['num'] = { N: '1' }
  return key
}
