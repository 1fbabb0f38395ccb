// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are the variables of policies
import {
  type Access,
  type AccessPolicyStatement,
  createAccess,
  createDatabase,
  createMemoryStorage,
  type Database,
} from '@monotable/engine'
import { ServiceError } from '@monotable/protocol'
import { accountId, region } from './draw-requests.ts'

/** A partition key with a character that half a surrogate pair becomes. */
export const HASH = 'P\ufffd'
/** The user's own values of partition keys: text, a number and binary. */
export const mine = { S: 'mine', N: '7', B: 'AQ==' } as const
export const theirs = { S: 'theirs', N: '8', B: 'Ag==' } as const
/** The texts that requests are made of. */
export const texts = [mine.S, mine.S, theirs.S, 'mine ', 'r', 'x', ''] as const
export const guardedTables = ['Own', 'Num', 'Bin', 'Other'] as const

type Values = typeof mine | typeof theirs
const canary = (whose: Values) => (whose === mine ? 'hidden canary' : 'foreign canary')

function itemsOf(table: string, whose: Values): { [name: string]: object }[] {
  const rest = { a: { S: whose === mine ? 'shown' : canary(whose) }, s: { S: canary(whose) } }
  if (table === 'Num') return [{ Id: { N: whose.N }, ...rest }]
  if (table === 'Bin') return [{ B: { B: whose.B }, R: { S: 'r' }, ...rest }]
  const hidden = table === 'Other' ? { a: { S: 'foreign canary' }, s: { S: 'foreign canary' } } : rest
  return ['1', '2'].map((number) => {
    const [S, N] = [whose.S, number]
    return { [HASH]: { S }, R: { N }, G: { S }, H: { S }, L: { N }, ...hidden }
  })
}

const types: { readonly [name: string]: 'S' | 'N' | 'B' } = { R: 'N', L: 'N', Id: 'N', B: 'B' }
const key = (hashes: string[], range?: string) => [
  ...hashes.map((AttributeName) => ({ AttributeName, KeyType: 'HASH' as const })),
  ...(range === undefined ? [] : [{ AttributeName: range, KeyType: 'RANGE' as const }]),
]

function definitionOf(TableName: string) {
  const names = { Num: ['Id'], Bin: ['B', 'R'] }[TableName] ?? [HASH, 'R', 'G', 'H', 'L']
  const Projection = { ProjectionType: 'ALL' as const }
  return {
    TableName,
    AttributeDefinitions: names.map((AttributeName) => ({
      AttributeName,
      AttributeType: TableName === 'Bin' && AttributeName === 'R' ? 'S' : (types[AttributeName] ?? 'S'),
    })),
    KeySchema: key(names.slice(0, 1), names[1]),
    BillingMode: 'PAY_PER_REQUEST' as const,
    ...(names.length > 2 && {
      GlobalSecondaryIndexes: [
        { IndexName: 'byG', KeySchema: key(['G'], 'R'), Projection },
        { IndexName: 'byGH', KeySchema: key(['G', 'H'], 'L'), Projection },
      ],
      LocalSecondaryIndexes: [
        {
          IndexName: 'byL',
          KeySchema: key([HASH], 'L'),
          Projection: { ProjectionType: 'KEYS_ONLY' as const },
        },
      ],
    }),
  }
}

const itemActions = ['*Item', 'Query', 'PartiQL*'].map((name) => `dynamodb:${name}`)
const shown = [HASH, 'R', 'G', 'H', 'L', 'Id', 'B', 'a']

function userWith(Condition: NonNullable<AccessPolicyStatement['Condition']>): Access {
  const arn = `arn:aws:dynamodb:${region}:${accountId}:table`
  const Resource = ['Own', 'Num', 'Bin'].flatMap((name) => [`${arn}/${name}`, `${arn}/${name}/index/*`])
  const Statement = { Effect: 'Allow' as const, Action: itemActions, Resource, Condition }
  return createAccess({ accountId, userName: 'mine', policies: [{ Version: '2012-10-17', Statement }] })
}

const leadingKeys = { 'dynamodb:LeadingKeys': Object.values(mine) }

/** May touch only own partitions, and only some attributes there. */
export const narrow = userWith({
  'ForAllValues:StringEquals': { ...leadingKeys, 'dynamodb:Attributes': shown },
  StringEqualsIfExists: {
    'dynamodb:Select': ['SPECIFIC_ATTRIBUTES', 'COUNT'],
    'dynamodb:ReturnValues': ['NONE', 'UPDATED_OLD', 'UPDATED_NEW'],
  },
})
/** May do everything to all of the items in own partitions. */
export const owner = userWith({ 'ForAllValues:StringEquals': leadingKeys })

export interface Answered {
  readonly text: string
  readonly isDone: boolean
  readonly isDenied: boolean
}

/** A database that knows which partitions of its tables requests touch. */
export interface GuardedDatabase {
  readonly db: Database
  /** Sends a request, and returns the partitions outside the user's own that it read or wrote. */
  ask(access: Access | undefined, operation: string, input: object): Promise<Answered & { foreign: string[] }>
  /** Writes the user's own items again. */
  renew(): Promise<void>
  /** Returns all items that are not the user's own. */
  foreignItems(): Promise<unknown[]>
}

/** Opens a database in which items of others, and some attributes of the user's own, contain the word `canary`. */
export async function openGuarded(): Promise<GuardedDatabase> {
  const storage = createMemoryStorage()
  const touched = new Set<string>()
  const tableSpaces = new Set<string>()
  const touch = ({ space, partition = '*' }: { space: string; partition?: string | undefined }) =>
    touched.add(`${space} ${partition}`)
  const watched: typeof storage = new Proxy(storage, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name, target)
      if (typeof member !== 'function') return member
      return (...parameters: unknown[]) => {
        const [first] = parameters as [never]
        if (name === 'read') for (const place of first as { space: string }[]) touch(place)
        // An own item may enter any partition of an index.
        if (name === 'mutate') {
          for (const place of first as { space: string }[]) if (tableSpaces.has(place.space)) touch(place)
        }
        if (name === 'range') {
          const { space, within } = first as { space: string; within: { partition?: string } }
          touch({ space, partition: within.partition })
        }
        return Reflect.apply(member, target, parameters) as unknown
      }
    },
  })
  const system = new Set(await storage.listSpaces())
  const db = await createDatabase({ accountId, storage: watched })
  for (const space of await storage.listSpaces()) system.add(space)
  for (const name of guardedTables) await db.send('CreateTable', definitionOf(name))
  const write = async (whose: Values) => {
    for (const TableName of guardedTables) {
      for (const Item of itemsOf(TableName, whose))
        await db.send('PutItem', { TableName, Item: Item as never })
    }
  }
  await write(theirs)
  await write(mine)
  touched.clear()
  for (const { TableName, Key } of keysOf(theirs)) await db.send('GetItem', { TableName, Key: Key as never })
  for (const place of touched) tableSpaces.add(spaceOf(place))
  touched.clear()
  for (const { TableName, Key } of keysOf(mine)) await db.send('GetItem', { TableName, Key: Key as never })
  for (const query of ownQueries()) await db.send('Query', query)
  const own = new Set(touched)

  return {
    db,
    renew: () => write(mine),
    foreignItems: async () => {
      const all = await Promise.all(guardedTables.map((TableName) => db.send('Scan', { TableName })))
      return all.flatMap(({ Items = [] }, position) =>
        Items.filter((item) => !isOwn(guardedTables[position] as string, item as never)),
      )
    },
    ask: async (access, operation, input) => {
      touched.clear()
      const answered = await send(db, access, operation, input)
      const foreign = [...touched].filter((place) => !own.has(place) && !system.has(spaceOf(place)))
      return { ...answered, foreign }
    },
  }
}

const spaceOf = (place: string) => place.slice(0, place.indexOf(' '))

function keysOf({ S, N, B }: Values): { readonly TableName: string; readonly Key: object }[] {
  const keys = [
    { TableName: 'Own', Key: { [HASH]: { S }, R: { N: '1' } } },
    { TableName: 'Num', Key: { Id: { N } } },
    { TableName: 'Bin', Key: { B: { B }, R: { S: 'r' } } },
  ]
  return S === mine.S ? keys : [...keys, { TableName: 'Other', Key: { [HASH]: { S }, R: { N: '1' } } }]
}

function ownQueries() {
  const { S } = mine
  const query = (IndexName: string, names: string[], others: string[] = [S]) =>
    others.map((other) => ({
      TableName: 'Own',
      IndexName,
      KeyConditionExpression: names.map((_, position) => `#n${position} = :v${position}`).join(' AND '),
      ExpressionAttributeNames: Object.fromEntries(names.map((name, position) => [`#n${position}`, name])),
      ExpressionAttributeValues: Object.fromEntries(
        names.map((_, position) => [`:v${position}`, { S: position === 0 ? S : other }]),
      ),
    }))
  return [
    ...query('byG', ['G']),
    ...query('byL', [HASH]),
    ...query('byGH', ['G', 'H'], [...texts.filter((text) => text !== ''), `${theirs.S} `, 'true']),
  ]
}

function isOwn(table: string, item: { [name: string]: { S?: string; N?: string; B?: unknown } }): boolean {
  if (table === 'Num') return item['Id']?.N === mine.N
  if (table === 'Bin') return Buffer.from(item['B']?.B as Uint8Array).toString('base64') === mine.B
  return table === 'Own' && item[HASH]?.S === mine.S
}

async function send(
  db: Database,
  access: Access | undefined,
  operation: string,
  input: object,
): Promise<Answered> {
  try {
    const text = await db.execute(operation, input, { region, accountId, ...(access && { access }) })
    return { text, isDone: !text.includes('"Error"'), isDenied: text.includes('"AccessDenied"') }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const text = `${error.name}: ${error.message} ${JSON.stringify(error.fields)}`
    return { text, isDone: false, isDenied: /AccessDenied/.test(text) }
  }
}
