import type { Dice } from './dice.ts'
import { accountId, region } from './draw-requests.ts'
import { guardedTables, HASH, mine, texts, theirs } from './guarded-database.ts'

/** A request that may be anything; most are nearly valid. */
export interface HostileRequest {
  readonly operation: string
  readonly input: object
}

type Tree = { [name: string]: unknown }

const hashOf: { readonly [table: string]: string } = { Num: 'Id', Bin: 'B' }
const numbers = ['7', '7.0', '07', '7e0', '+7', '70e-1', '8', '8.0', ' 7']

function text(dice: Dice): string {
  return dice.pick(texts)
}

function value(dice: Dice, name: string): object {
  if (name === 'Id') return { N: dice.pick(numbers) }
  if (name === 'B') return { B: dice.pick([mine.B, mine.B, theirs.B, 'AR==', 'AQ']) }
  if (name === 'R' || name === 'L') return { N: dice.pick(['1', '2', '1.0', '3']) }
  return dice.once(25) ? deep(dice) : { S: text(dice) }
}

/** A value that is about as deep as values may be. */
export function deep(dice: Dice): object {
  const levels = 30 + dice.below(4)
  return Array.from({ length: levels }).reduce<object>((inner) => ({ L: [inner] }), { S: 'x' })
}

function keyOf(dice: Dice, table: string): Tree {
  const hash = hashOf[table] ?? HASH
  const range = table === 'Bin' ? { R: { S: 'r' } } : { R: value(dice, 'R') }
  return { [hash]: value(dice, hash), ...(table !== 'Num' && range) }
}

function itemOf(dice: Dice, table: string): Tree {
  const names = ['a', 'a', 's', 'G', 'H', 'L', 'x']
  const rest = dice.once(3) ? [] : dice.list(3, () => dice.pick(names))
  return { ...keyOf(dice, table), ...Object.fromEntries(rest.map((name) => [name, value(dice, name)])) }
}

function tableName(dice: Dice, table: string): string {
  if (!dice.once(9)) return table
  return dice.pick([
    `arn:aws:dynamodb:${region}:${accountId}:table/${table}`,
    `arn:aws-cn:dynamodb:${region}:${accountId}:table/${table}`,
    `arn:aws:dynamodb:us-west-2:${accountId}:table/${table}`,
    `arn:aws:dynamodb:${region}:${accountId}:table/${table}/index/byG`,
    table.toLowerCase(),
    `${table}/index/byG`,
  ])
}

const anyTable = (dice: Dice) => dice.pick(['Own', 'Own', 'Own', ...guardedTables])
const anyName = (dice: Dice) =>
  dice.once(3) ? dice.pick([HASH, 'R', 'G', 'H', 'L', 'Id', 'B']) : dice.pick(['a', 'a', 'a', 's', 'x'])

/** Collects the placeholders of one request. */
class Words {
  readonly names: Tree = {}
  readonly values: Tree = {}

  readonly dice: Dice
  /** Whether the request is written with the parameters that are older than expressions. */
  readonly isLegacy: boolean

  constructor(dice: Dice, isLegacy = dice.once(4)) {
    this.dice = dice
    this.isLegacy = isLegacy
  }

  name(name: string): string {
    if (/^[a-z]\w*$/i.test(name) && !this.dice.once(3)) return name
    const placeholder = `#n${Object.keys(this.names).length}`
    this.names[placeholder] = name
    return placeholder
  }

  value(given: object): string {
    const placeholder = `:v${Object.keys(this.values).length}`
    this.values[placeholder] = given
    return placeholder
  }

  path(name = anyName(this.dice)): string {
    const isPlain = !/^[asx]$/.test(name) || !this.dice.once(3)
    return this.name(name) + (isPlain ? '' : this.dice.pick(['.a', '[0]']))
  }

  members(): Tree {
    const { names, values } = this
    return {
      ...(Object.keys(names).length > 0 && { ExpressionAttributeNames: names }),
      ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: values }),
    }
  }
}

function test(words: Words, name: string): string {
  const { dice } = words
  const [path, one] = [words.name(name), words.value(value(dice, name))]
  switch (dice.below(9)) {
    case 0:
      return `${one} = ${path}`
    case 1:
      return `(${path} = ${one})`
    case 2:
      return `${path} BETWEEN ${one} AND ${words.value(value(dice, name))}`
    case 3:
      return `begins_with(${path}, ${one})`
    case 4:
      return `${path} IN (${one}, ${words.value(value(dice, name))})`
    case 5:
      return `size(${path}) ${dice.pick(['=', '<', '>'])} ${one}`
    default:
      return `${path} = ${one}`
  }
}

function condition(words: Words, depth = 0): string {
  const { dice } = words
  if (depth > 2 || !dice.once(3)) {
    return dice.once(4)
      ? `attribute_${dice.pick(['', 'not_'])}exists(${words.path()})`
      : test(words, anyName(dice))
  }
  const parts = dice.list(3, () => condition(words, depth + 1))
  const joined = parts.join(dice.pick([' AND ', ' OR ']))
  return dice.pick([joined, `(${joined})`, `NOT (${joined})`])
}

function legacy(dice: Dice, names: readonly string[]): Tree {
  const compare = (name: string) => {
    const ComparisonOperator = dice.pick([
      'EQ',
      'EQ',
      'EQ',
      'IN',
      'NE',
      'GE',
      'NULL',
      'NOT_NULL',
      'BEGINS_WITH',
    ])
    const one = dice.once(9) ? [] : [value(dice, name)]
    return { ComparisonOperator, ...(!ComparisonOperator.includes('NULL') && { AttributeValueList: one }) }
  }
  return Object.fromEntries(names.map((name) => [name, compare(name)]))
}

function projection(words: Words): Tree {
  const { dice } = words
  if (dice.once(5)) return {}
  const names = [...new Set(dice.list(3, () => dice.pick(['a', 'a', anyName(dice)])))]
  if (words.isLegacy) return { AttributesToGet: names }
  return { ProjectionExpression: names.map((name) => words.path(name)).join(', ') }
}

function guardOf(words: Words): Tree {
  const { dice } = words
  const onFailure = dice.once(4)
    ? { ReturnValuesOnConditionCheckFailure: dice.pick(['NONE', 'ALL_OLD']) }
    : {}
  if (dice.once(2)) return onFailure
  if (words.isLegacy) return { ...onFailure, Expected: legacy(dice, [anyName(dice)]) }
  return { ...onFailure, ConditionExpression: condition(words) }
}

function changes(words: Words): Tree {
  const { dice } = words
  if (words.isLegacy) {
    const change = () => ({ Action: dice.pick(['PUT', 'ADD', 'DELETE']), Value: value(dice, 'a') })
    return { AttributeUpdates: Object.fromEntries(dice.list(2, () => [anyName(dice), change()])) }
  }
  const target = words.path(dice.pick(['a', 'a', 'x', anyName(dice)]))
  const one = words.value(value(dice, 'a'))
  return {
    UpdateExpression: dice.pick([
      `SET ${target} = ${one}`,
      `SET ${target} = if_not_exists(${words.path()}, ${one})`,
      `SET ${target} = ${words.path()}, x = ${one}`,
      `REMOVE ${target}`,
      `SET ${target} = ${one} REMOVE ${words.path()}`,
    ]),
  }
}

const returned = (dice: Dice, choices: readonly string[]) =>
  dice.once(3) ? { ReturnValues: dice.pick(choices) } : {}

function write(dice: Dice, operation: string, words = new Words(dice)): Tree {
  const table = anyTable(dice)
  const place = { TableName: tableName(dice, table) }
  const guard = guardOf(words)
  if (operation === 'PutItem') return { ...place, Item: itemOf(dice, table), ...guard, ...words.members() }
  const change = operation === 'UpdateItem' ? changes(words) : {}
  return { ...place, Key: keyOf(dice, table), ...change, ...guard, ...words.members() }
}

function get(dice: Dice, words = new Words(dice)): Tree {
  const table = anyTable(dice)
  return {
    TableName: tableName(dice, table),
    Key: keyOf(dice, table),
    ...projection(words),
    ...words.members(),
  }
}

function filterOf(words: Words): Tree {
  if (!words.isLegacy) return { FilterExpression: condition(words) }
  return { QueryFilter: legacy(words.dice, [words.dice.pick(['a', 's', 'x'])]) }
}

function query(dice: Dice): Tree {
  const table = anyTable(dice)
  const words = new Words(dice)
  const index = table === 'Own' ? dice.pick([undefined, undefined, 'byG', 'byGH', 'byL']) : undefined
  const hashes = { byG: ['G'], byGH: ['G', 'H'] }[index ?? ''] ?? [hashOf[table] ?? HASH]
  const range =
    dice.once(2) && table === 'Own' ? [index?.startsWith('by') && index !== 'byG' ? 'L' : 'R'] : []
  const names = dice.once(12) ? [anyName(dice)] : [...hashes, ...range]
  const conditions = (words.isLegacy ? [] : names).map((name, position) =>
    position < hashes.length && !dice.once(8)
      ? `${words.name(name)} = ${words.value(value(dice, name))}`
      : test(words, name),
  )
  const keys = words.isLegacy
    ? { KeyConditions: legacy(dice, names) }
    : { KeyConditionExpression: dice.pick([conditions, conditions.toReversed()]).join(' AND ') }
  const filter = dice.once(4) ? filterOf(words) : {}
  return {
    TableName: tableName(dice, table),
    ...(index && { IndexName: index }),
    ...keys,
    ...filter,
    ...projection(words),
    ...(dice.once(4) && { Select: dice.pick(['COUNT', 'SPECIFIC_ATTRIBUTES', 'ALL_PROJECTED_ATTRIBUTES']) }),
    ...(dice.once(8) && { ExclusiveStartKey: itemOf(dice, table), Limit: 1 }),
    ...words.members(),
  }
}

function batchGet(dice: Dice): Tree {
  const isLegacy = dice.once(4)
  const one = () => {
    const table = anyTable(dice)
    const words = new Words(dice, isLegacy)
    const part = { Keys: dice.list(3, () => keyOf(dice, table)), ...projection(words), ...words.members() }
    return [tableName(dice, table), part]
  }
  return { RequestItems: Object.fromEntries(dice.list(2, one)) }
}

function batchWrite(dice: Dice): Tree {
  const one = () => {
    const table = anyTable(dice)
    const request = () =>
      dice.once(3)
        ? { DeleteRequest: { Key: keyOf(dice, table) } }
        : { PutRequest: { Item: itemOf(dice, table) } }
    return [tableName(dice, table), dice.list(3, request)]
  }
  return { RequestItems: Object.fromEntries(dice.list(2, one)) }
}

function transactWrite(dice: Dice): Tree {
  const kinds = { Put: 'PutItem', Update: 'UpdateItem', Delete: 'DeleteItem', ConditionCheck: 'DeleteItem' }
  const TransactItems = dice.list(3, () => {
    const kind = dice.pick(['Put', 'Update', 'Delete', 'ConditionCheck'] as const)
    return { [kind]: write(dice, kinds[kind], new Words(dice, false)) }
  })
  return { TransactItems, ...(dice.once(5) && { ClientRequestToken: `t${dice.below(5)}` }) }
}

/** Draws a request for items by its parameters. */
export function drawItemRequest(dice: Dice): HostileRequest {
  const makers: { readonly [operation: string]: () => Tree } = {
    GetItem: () => get(dice),
    Query: () => query(dice),
    BatchGetItem: () => batchGet(dice),
    BatchWriteItem: () => batchWrite(dice),
    TransactGetItems: () => ({
      TransactItems: dice.list(3, () => ({ Get: get(dice, new Words(dice, false)) })),
    }),
    TransactWriteItems: () => transactWrite(dice),
    PutItem: () => ({ ...write(dice, 'PutItem'), ...returned(dice, ['NONE', 'ALL_OLD']) }),
    DeleteItem: () => ({ ...write(dice, 'DeleteItem'), ...returned(dice, ['NONE', 'ALL_OLD']) }),
    UpdateItem: () => ({
      ...write(dice, 'UpdateItem'),
      ...returned(dice, ['NONE', 'ALL_OLD', 'ALL_NEW', 'UPDATED_OLD', 'UPDATED_NEW']),
    }),
  }
  const operation = dice.pick([...Object.keys(makers), 'Query', 'Query', 'Scan'])
  return { operation, input: operation === 'Scan' ? query(dice) : (makers[operation]?.() ?? {}) }
}
