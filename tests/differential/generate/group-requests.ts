import type { SeededRandom } from '../../simulation/seeded-random.ts'
import type { Json, Request } from '../exchange.ts'
import { conditionText } from './condition-text.ts'
import { ExpressionScope, perhapsMisspelt } from './expression-scope.ts'
import { capacityLevels, perhapsProjection } from './item-requests.ts'
import { generateItem, generateKey, type TableShape } from './table-shape.ts'
import { updateText } from './update-text.ts'

export function batchGetRequest(random: SeededRandom, shapes: readonly TableShape[]): Request {
  const RequestItems: { [table: string]: unknown } = {}
  for (const shape of random.some(shapes, 80)) {
    RequestItems[shape.name] = {
      Keys: perhapsDistinct(
        random,
        manyOf(random, () => generateKey(random, shape)),
      ),
      ...(random.percent(40) && { ConsistentRead: random.percent(50) }),
      ...perhapsProjection(new ExpressionScope(random, shape)),
    }
  }
  return { operation: 'BatchGetItem', input: { RequestItems, ...groupReturns(random) } }
}

export function batchWriteRequest(random: SeededRandom, shapes: readonly TableShape[]): Request {
  const RequestItems: { [table: string]: unknown } = {}
  for (const shape of random.some(shapes, 80)) {
    const writes = manyOf(random, () =>
      random.percent(60)
        ? { PutRequest: { Item: generateItem(random, shape) } }
        : { DeleteRequest: { Key: generateKey(random, shape) } },
    )
    const keyOf = (write: Json) => keyText(shape, write)
    RequestItems[shape.name] = random.percent(95) ? distinctBy(writes, keyOf) : writes
  }
  return { operation: 'BatchWriteItem', input: { RequestItems, ...groupReturns(random, true) } }
}

export function transactGetRequest(random: SeededRandom, shapes: readonly TableShape[]): Request {
  const gets = manyOf(random, () => {
    const shape = random.pick(shapes)
    const { AttributesToGet: _, ...projection } = perhapsProjection(new ExpressionScope(random, shape))
    return { Get: { TableName: shape.name, Key: generateKey(random, shape), ...projection } }
  })
  const TransactItems = perhapsDistinct(random, gets, (get) =>
    JSON.stringify([get.Get.TableName, get.Get.Key]),
  )
  return { operation: 'TransactGetItems', input: { TransactItems, ...groupReturns(random) } }
}

export function transactWriteRequest(random: SeededRandom, shapes: readonly TableShape[]): Request {
  const actions = manyOf(random, () => transactAction(random, random.pick(shapes)))
  const keyOf = (action: Json) => {
    const shape = shapes.find(({ name }) => JSON.stringify(action).includes(`"TableName":"${name}"`))
    return `${shape?.name} ${keyText(shape ?? shapes[0], action)}`
  }
  const TransactItems = perhapsDistinct(random, actions, keyOf)
  const token = random.percent(40) && { ClientRequestToken: `${shapes[0]?.name}-${random.below(1000)}` }
  return {
    operation: 'TransactWriteItems',
    input: { TransactItems, ...token, ...groupReturns(random, true) },
  }
}

function transactAction(random: SeededRandom, shape: TableShape): Json {
  const scope = new ExpressionScope(random, shape)
  const kind = random.pick(['Put', 'Update', 'Update', 'Delete', 'ConditionCheck'])
  const UpdateExpression = kind === 'Update' && { UpdateExpression: misspeltLess(random, updateText(scope)) }
  const hasCondition = kind === 'ConditionCheck' ? random.percent(99) : random.percent(40)
  const condition = hasCondition && { ConditionExpression: misspeltLess(random, conditionText(scope, 1)) }
  const target = kind === 'Put' ? { Item: generateItem(random, shape) } : { Key: generateKey(random, shape) }
  const returns = random.percent(30) && {
    ReturnValuesOnConditionCheckFailure: random.pick(['ALL_OLD', 'ALL_OLD', 'NONE']),
  }
  const action = { TableName: shape.name, ...target, ...UpdateExpression, ...condition, ...returns }
  return { [kind]: { ...action, ...scope.parameters() } }
}

function misspeltLess(random: SeededRandom, text: string): string {
  return random.percent(70) ? text : perhapsMisspelt(random, text)
}

function groupReturns(random: SeededRandom, isWrite = false): Json {
  return {
    ...(random.percent(50) && { ReturnConsumedCapacity: random.pick(capacityLevels) }),
    ...(isWrite && random.percent(20) && { ReturnItemCollectionMetrics: random.pick(['SIZE', 'NONE']) }),
  }
}

function manyOf<Value>(random: SeededRandom, make: () => Value): Value[] {
  return Array.from({ length: random.percent(98) ? 1 + random.below(5) : 0 }, make)
}

function perhapsDistinct<Value>(
  random: SeededRandom,
  values: readonly Value[],
  keyOf: (value: Value) => string = (value) => JSON.stringify(value),
): readonly Value[] {
  return random.percent(97) ? distinctBy(values, keyOf) : values
}

function distinctBy<Value>(values: readonly Value[], keyOf: (value: Value) => string): Value[] {
  return [...new Map(values.map((value) => [keyOf(value), value])).values()]
}

/** Returns the key that a write of one item is for, wherever the request holds it. */
function keyText(shape: TableShape | undefined, write: Json): string {
  const target = Object.values(write)[0] as Json
  const attributes = (target['Item'] ?? target['Key']) as Json
  const names = shape === undefined ? [] : [...shape.hash, ...shape.range].map(({ name }) => name)
  return JSON.stringify(names.map((name) => attributes[name]))
}
