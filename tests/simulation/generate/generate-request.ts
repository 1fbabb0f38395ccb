import type { AttributeMap, AttributeValue } from '@monotable/protocol'
import { canonicalizeItem, setOwn } from '@monotable/protocol'
import type { Path } from '../model/document.ts'
import type { NaiveTable } from '../model/naive-database.ts'
import { ExpressionWriter } from '../model/render-expression.ts'
import type { GetMeaning, WriteMeaning } from '../model/request-meaning.ts'
import { type KeyType, pick, type TableShape, tableKeyParts } from '../model/table-shape.ts'
import type { Detail } from '../model/units.ts'
import type { Action } from '../model/update.ts'
import type { SeededRandom } from '../seeded-random.ts'
import type { Json } from '../wire-call.ts'
import { anyValue, documentNames, keyNames, keyValue } from './attribute-pool.ts'
import { generateCondition, generatePath } from './generate-condition.ts'
import { generateUpdate } from './generate-update.ts'

/** What the generators of requests draw from. */
export interface GeneratorContext {
  readonly random: SeededRandom
  readonly types: ReadonlyMap<string, KeyType>
}

export const allNames: readonly string[] = [...keyNames, ...documentNames]

export function generateDetail(random: SeededRandom): Detail {
  return random.pick([undefined, 'NONE', 'TOTAL', 'INDEXES', 'INDEXES'] as const)
}

/** Draws a key of a table; often that of an existing item. */
export function generateKey({ random }: GeneratorContext, { shape, items }: NaiveTable): AttributeMap {
  const parts = tableKeyParts(shape)
  const names = parts.map(({ name }) => name)
  if (items.length > 0 && random.percent(60)) return pick(random.pick(items), names)
  return Object.fromEntries(parts.map((part) => [part.name, keyValue(random, part)]))
}

/** Draws a key that does not fit the table: an extra attribute, a missing one, a wrong type, or an empty value. */
function generateUnfitKey(context: GeneratorContext, table: NaiveTable): AttributeMap {
  const { random } = context
  const key = generateKey(context, table)
  const { name } = random.pick(tableKeyParts(table.shape))
  const kind = random.below(4)
  if (kind === 0) return { ...key, extra: { S: 'x' } }
  if (kind === 1) Reflect.deleteProperty(key, name)
  else setOwn<AttributeValue>(key, name, kind === 2 ? { BOOL: true } : { S: '' })
  return key
}

/** Draws an item for a table. Every attribute varies, and most index keys have the right type. */
export function generateItem(context: GeneratorContext, table: NaiveTable): AttributeMap {
  const { random, types } = context
  const item = random.percent(2) ? generateUnfitKey(context, table) : generateKey(context, table)
  const own = new Set(tableKeyParts(table.shape).map(({ name }) => name))
  for (const name of random.shuffle(random.some(keyNames, 60))) {
    if (own.has(name)) continue
    const value = random.percent(99)
      ? keyValue(random, { name, type: types.get(name) ?? 'S' })
      : anyValue(random)
    setOwn(item, name, value)
  }
  for (const name of random.some(documentNames, 40)) setOwn(item, name, anyValue(random))
  // Some items are larger than one unit, so that not every charge is one unit.
  if (random.percent(15)) item['filler'] = { S: 'x'.repeat(random.below(6000)) }
  return item
}

/** Draws a write of one item, with or without a condition. */
export function generateWrite(
  context: GeneratorContext,
  table: NaiveTable,
  inTransaction = false,
): WriteMeaning {
  const { random } = context
  const kinds = [
    'put',
    'put',
    'update',
    'update',
    'update',
    'delete',
    ...(inTransaction ? ['check'] : []),
  ] as const
  const kind = random.pick(kinds) as WriteMeaning['kind']
  const unfit = random.percent(2)
  const key = unfit ? generateUnfitKey(context, table) : generateKey(context, table)
  const item = kind === 'put' ? itemForPut(context, table) : key
  const withCondition = kind === 'check' || random.percent(inTransaction ? 15 : 35)
  return {
    kind,
    table: table.shape.name,
    item,
    actions: kind === 'update' ? generateActions(context, table.shape, inTransaction) : [],
    condition: withCondition ? generateCondition(random, allNames) : undefined,
    returnValues: generateReturnValues(random, kind),
    returnsItemOnFailure: random.percent(50),
    detail: generateDetail(random),
  }
}

// A standalone update may have no actions, but one in a transaction needs at least one.
function generateActions(
  { random, types }: GeneratorContext,
  shape: TableShape,
  atLeastOne: boolean,
): Action[] {
  const actions = generateUpdate(random, shape, types)
  if (!atLeastOne) return actions
  // Few paths into documents exist in an item, and a single one that does not cancels the transaction.
  const chosen = random.percent(70) ? actions.filter(({ path }) => path.length === 1) : actions
  if (chosen.length > 0) return chosen
  return [{ kind: 'SET', path: ['doc'], assigned: { kind: 'value', value: anyValue(random) } }]
}

// Now and then this is the stored item itself with its attributes in another order, so that the put changes nothing.
function itemForPut(context: GeneratorContext, table: NaiveTable): AttributeMap {
  const { random } = context
  if (table.items.length === 0 || !random.percent(10)) return generateItem(context, table)
  return Object.fromEntries(random.shuffle(Object.entries(random.pick(table.items))))
}

function generateReturnValues(
  random: SeededRandom,
  kind: WriteMeaning['kind'],
): WriteMeaning['returnValues'] {
  if (kind !== 'update') return random.pick(['NONE', 'ALL_OLD'])
  return random.pick(['NONE', 'ALL_OLD', 'ALL_NEW', 'UPDATED_OLD', 'UPDATED_NEW'])
}

/** Returns the meaning with canonical values, as the model uses them. */
export function canonicalWrite(meaning: WriteMeaning): WriteMeaning {
  return {
    ...meaning,
    item: canonicalizeItem(meaning.item).item,
    actions: canonicalTree(meaning.actions),
    condition: canonicalTree(meaning.condition),
  }
}

/** Returns a tree of the model with every attribute value in it made canonical. */
export function canonicalTree<Tree>(tree: Tree): Tree {
  if (Array.isArray(tree)) return tree.map(canonicalTree) as Tree
  if (typeof tree !== 'object' || tree === null) return tree
  return Object.fromEntries(
    Object.entries(tree).map(([name, member]) => [
      name,
      name === 'value' ? canonicalizeItem({ value: member }).item['value'] : canonicalTree(member),
    ]),
  ) as Tree
}

const operations = { put: 'PutItem', update: 'UpdateItem', delete: 'DeleteItem', check: 'ConditionCheck' }
const actionNames = { put: 'Put', update: 'Update', delete: 'Delete', check: 'ConditionCheck' }

/** Returns the request of a standalone write. */
export function renderWrite(meaning: WriteMeaning): { operation: string; input: Json } {
  const input = {
    ...renderAction(meaning),
    ...(meaning.returnValues !== 'NONE' && { ReturnValues: meaning.returnValues }),
    ...(meaning.detail && { ReturnConsumedCapacity: meaning.detail }),
  }
  return { operation: operations[meaning.kind], input }
}

/** Returns the write as an action of a transaction. */
export function renderTransactAction(meaning: WriteMeaning): Json {
  return { [actionNames[meaning.kind]]: renderAction(meaning) }
}

function renderAction(meaning: WriteMeaning): Json {
  const writer = new ExpressionWriter()
  const update = meaning.actions.length > 0 ? writer.update(meaning.actions) : undefined
  const condition = meaning.condition && writer.condition(meaning.condition)
  return {
    TableName: meaning.table,
    [meaning.kind === 'put' ? 'Item' : 'Key']: meaning.item,
    ...(update !== undefined && { UpdateExpression: update }),
    ...(condition !== undefined && { ConditionExpression: condition }),
    ...(meaning.returnsItemOnFailure && { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' }),
    ...writer.parameters(),
  }
}

/** Draws a read by key. */
export function generateGet(context: GeneratorContext, table: NaiveTable): GetMeaning {
  const { random } = context
  return {
    table: table.shape.name,
    key: generateKey(context, table),
    projection: random.percent(40) ? generateProjection(random, allNames) : undefined,
    consistent: random.percent(50),
    detail: generateDetail(random),
  }
}

/** Draws paths of which none is inside another. */
export function generateProjection(random: SeededRandom, names: readonly string[]): Path[] {
  const chosen = random.shuffle(names).slice(0, 1 + random.below(4))
  return chosen.map((name) => generatePath(random, [name]))
}

/** Returns the parameters of a read by key. */
export function renderGet({ table, key, projection, consistent }: GetMeaning): Json {
  const writer = new ExpressionWriter()
  return {
    TableName: table,
    Key: key,
    ...(projection && { ProjectionExpression: writer.projection(projection) }),
    ...(consistent && { ConsistentRead: true }),
    ...writer.parameters(),
  }
}

/** Returns the attributes on which a Query or Scan can filter: those that are not keys of what it reads. */
export function filterNames(shape: TableShape, keys: readonly string[]): string[] {
  return [...allNames, 'filler'].filter((name) => !keys.includes(name) && name !== shape.hash.name)
}
