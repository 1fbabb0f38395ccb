import type { SeededRandom } from '../../simulation/seeded-random.ts'
import type { Json, Request } from '../exchange.ts'
import { conditionText } from './condition-text.ts'
import { ExpressionScope, perhapsMisspelt } from './expression-scope.ts'
import { legacyExpected, legacyUpdates } from './legacy-conditions.ts'
import { projectionText } from './projection-text.ts'
import { generateItem, generateKey, type TableShape } from './table-shape.ts'
import { updateText } from './update-text.ts'

export const capacityLevels = ['NONE', 'TOTAL', 'INDEXES', 'INDEXES', 'INDEXES']

/** Draws the parameters that say what a write returns. */
function writeReturns(random: SeededRandom, returnValues: readonly string[]): Json {
  return {
    ...(random.percent(60) && { ReturnValues: random.pick(returnValues) }),
    ...(random.percent(40) && { ReturnConsumedCapacity: random.pick(capacityLevels) }),
    ...(random.percent(20) && { ReturnItemCollectionMetrics: random.pick(['SIZE', 'SIZE', 'NONE']) }),
    ...(random.percent(20) && { ReturnValuesOnConditionCheckFailure: random.pick(['ALL_OLD', 'NONE']) }),
  }
}

/** Draws a condition, as an expression or in the legacy form, or none. */
function perhapsCondition(scope: ExpressionScope): Json {
  const { random } = scope
  if (random.percent(45)) return {}
  if (random.percent(30)) return legacyExpected(scope)
  return { ConditionExpression: perhapsMisspelt(random, conditionText(scope)), ...scope.parameters() }
}

const putReturns = ['NONE', 'ALL_OLD', 'ALL_OLD', 'ALL_OLD', 'ALL_OLD', 'ALL_NEW']

export function putItemRequest(random: SeededRandom, shape: TableShape): Request {
  const condition = perhapsCondition(new ExpressionScope(random, shape))
  const input = { TableName: shape.name, Item: generateItem(random, shape) }
  return { operation: 'PutItem', input: { ...input, ...condition, ...writeReturns(random, putReturns) } }
}

export function deleteItemRequest(random: SeededRandom, shape: TableShape): Request {
  const condition = perhapsCondition(new ExpressionScope(random, shape))
  const input = { TableName: shape.name, Key: generateKey(random, shape) }
  return { operation: 'DeleteItem', input: { ...input, ...condition, ...writeReturns(random, putReturns) } }
}

const updateReturns = ['NONE', 'ALL_OLD', 'ALL_NEW', 'UPDATED_OLD', 'UPDATED_NEW', 'UPDATED_NEW']

export function updateItemRequest(random: SeededRandom, shape: TableShape): Request {
  const scope = new ExpressionScope(random, shape)
  const input = {
    TableName: shape.name,
    Key: generateKey(random, shape),
    ...writeReturns(random, updateReturns),
  }
  if (random.percent(25)) {
    const expected = random.percent(30) ? legacyExpected(scope) : {}
    const updates = random.percent(97) ? legacyUpdates(scope) : {}
    return { operation: 'UpdateItem', input: { ...input, ...updates, ...expected } }
  }
  const UpdateExpression = perhapsMisspelt(random, updateText(scope))
  const condition = random.percent(25) && {
    ConditionExpression: perhapsMisspelt(random, conditionText(scope)),
  }
  return {
    operation: 'UpdateItem',
    input: { ...input, UpdateExpression, ...condition, ...scope.parameters() },
  }
}

export function getItemRequest(random: SeededRandom, shape: TableShape): Request {
  const input = {
    TableName: shape.name,
    Key: generateKey(random, shape),
    ...(random.percent(50) && { ConsistentRead: random.percent(50) }),
    ...(random.percent(50) && { ReturnConsumedCapacity: random.pick(capacityLevels) }),
  }
  return {
    operation: 'GetItem',
    input: { ...input, ...perhapsProjection(new ExpressionScope(random, shape)) },
  }
}

/** Draws a projection, as an expression or in the legacy form, or none. */
export function perhapsProjection(scope: ExpressionScope): Json {
  const { random } = scope
  if (random.percent(40)) return {}
  if (random.percent(20)) return { AttributesToGet: attributesToGet(scope) }
  const ProjectionExpression = perhapsMisspelt(random, projectionText(scope))
  const { ExpressionAttributeNames } = scope.parameters()
  return { ProjectionExpression, ...(ExpressionAttributeNames !== undefined && { ExpressionAttributeNames }) }
}

export function attributesToGet(scope: ExpressionScope): string[] {
  const names = Array.from({ length: 1 + scope.random.below(3) }, () => scope.attribute())
  return scope.random.percent(95) ? [...new Set(names)] : names
}
