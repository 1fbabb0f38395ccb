import type { AttributeType } from '../codec/standard-schema.ts'
import type {
  IndexDescription,
  KeyAttributeDescription,
  KeyDescription,
} from '../documents/model-description.ts'
import type { KeyType } from '../entities/table-definition.ts'
import { createNames } from '../templates/unique-names.ts'
import { isMembers, type Members, type Reading } from './reading.ts'

/** The keys of a table in a NoSQL Workbench file, and its other attributes. */
export interface TableKeys {
  readonly name: string
  readonly key: KeyDescription
  readonly indexes: readonly IndexDescription[]
  /** The attributes that are not keys of the table, with their types. */
  readonly attributes: ReadonlyMap<string, AttributeType>
}

/** Reads the name, keys and indexes of a table; returns `undefined` when it has no key. */
export function readTableKeys(
  table: Members,
  reading: Reading,
  path: string,
  nameTable: (name: string) => string,
): TableKeys | undefined {
  const types = new Map<string, KeyType>()
  const keys = isMembers(table['KeyAttributes']) ? table['KeyAttributes'] : {}
  const pk = readKey(keys['PartitionKey'], types, reading, `${path}.KeyAttributes.PartitionKey`)
  if (pk === undefined) {
    reading.tell(path, 'has no partition key, and was left out')
    return undefined
  }
  const sk = readKey(keys['SortKey'], types, reading, `${path}.KeyAttributes.SortKey`)
  const key = { pk: [pk], sk: sk === undefined ? [] : [sk] }
  const nameIndex = createNames((name) => name, ['primary'])
  const globals = readIndexes(table['GlobalSecondaryIndexes'], {
    kind: 'global',
    key,
    types,
    reading,
    path: `${path}.GlobalSecondaryIndexes`,
    nameIndex,
  })
  const locals = readIndexes(table['LocalSecondaryIndexes'], {
    kind: 'local',
    key,
    types,
    reading,
    path: `${path}.LocalSecondaryIndexes`,
    nameIndex,
  })
  return {
    name: nameTable(readName(table['TableName'], 'Table', reading, `${path}.TableName`)),
    key,
    indexes: [...globals, ...locals],
    attributes: readAttributes(table['NonKeyAttributes'], reading, `${path}.NonKeyAttributes`),
  }
}

/** Reads a name and makes it valid for DynamoDB: letters, digits, `_`, `-` and `.`, 3 to 255 of them. */
export function readName(name: unknown, otherwise: string, reading: Reading, path: string): string {
  if (typeof name === 'string' && /^[A-Za-z0-9_.-]{3,255}$/.test(name)) return name
  const text = typeof name === 'string' ? name.replaceAll(/[^A-Za-z0-9_.-]+/g, '_').slice(0, 255) : ''
  const mended = text === '' || /^_+$/.test(text) ? otherwise : text.padEnd(3, '_')
  reading.tell(path, `is not a valid name; it was changed to ${mended}`)
  return mended
}

function readKey(
  given: unknown,
  types: Map<string, KeyType>,
  reading: Reading,
  path: string,
): KeyAttributeDescription | undefined {
  const { AttributeName: name, AttributeType: type } = isMembers(given) ? given : {}
  if (typeof name !== 'string' || name === '') {
    if (given !== undefined && given !== null) reading.tell(path, 'has no AttributeName, and was left out')
    return undefined
  }
  if (/[{}:]/.test(name)) {
    reading.tell(path, 'has a name with a brace or a colon, which no template can name; it was left out')
    return undefined
  }
  const before = types.get(name)
  const isKnown = type === 'S' || type === 'N' || type === 'B'
  if (!isKnown) reading.tell(path, `a key is of type S, N or B; ${before ?? 'S'} was used`)
  else if (before !== undefined && before !== type) {
    reading.tell(path, `is of type ${before} in another key; that was used`)
  }
  const taken = before ?? (isKnown ? type : 'S')
  types.set(name, taken)
  return { name, type: taken }
}

interface IndexContext {
  readonly kind: 'global' | 'local'
  readonly key: KeyDescription
  readonly types: Map<string, KeyType>
  readonly reading: Reading
  readonly path: string
  readonly nameIndex: (name: string) => string
}

function readIndexes(given: unknown, context: IndexContext): IndexDescription[] {
  const { reading, path } = context
  return reading.list(given, path).flatMap((index, at) => {
    const read = isMembers(index) ? readIndex(index, { ...context, path: `${path}[${at}]` }) : undefined
    if (read === undefined) reading.tell(`${path}[${at}]`, 'is not a valid index; it was left out')
    return read === undefined ? [] : [read]
  })
}

function readIndex(index: Members, context: IndexContext): IndexDescription | undefined {
  const { kind, key, types, reading, path, nameIndex } = context
  const keys = isMembers(index['KeyAttributes']) ? index['KeyAttributes'] : {}
  const [own] = key.pk
  const pk =
    kind === 'local'
      ? own
      : readKey(keys['PartitionKey'], types, reading, `${path}.KeyAttributes.PartitionKey`)
  const sk = readKey(keys['SortKey'], types, reading, `${path}.KeyAttributes.SortKey`)
  if (pk === undefined || (kind === 'local' && (sk === undefined || key.sk.length === 0))) return undefined
  const wanted = readName(index['IndexName'], 'Index', reading, `${path}.IndexName`)
  const name = nameIndex(wanted)
  if (name !== wanted) reading.tell(`${path}.IndexName`, `is taken; it was changed to ${name}`)
  const keyNames = new Set([...key.pk, ...key.sk, pk, ...(sk ? [sk] : [])].map((attribute) => attribute.name))
  return {
    name,
    kind,
    pk: [pk],
    sk: sk === undefined ? [] : [sk],
    projection: readProjection(index['Projection'], keyNames, reading, `${path}.Projection`),
  }
}

function readProjection(
  given: unknown,
  keys: ReadonlySet<string>,
  reading: Reading,
  path: string,
): IndexDescription['projection'] {
  const { ProjectionType: type, NonKeyAttributes: names } = isMembers(given) ? given : {}
  if (type === 'ALL' || type === 'KEYS_ONLY') return type
  if (type !== 'INCLUDE') {
    reading.tell(path, 'does not say what the index holds; ALL was used')
    return 'ALL'
  }
  const list = reading.list(names, `${path}.NonKeyAttributes`)
  const texts = [...new Set(list.filter((name) => typeof name === 'string' && name !== ''))] as string[]
  const others = texts.filter((name) => !keys.has(name))
  if (others.length < list.length) {
    reading.tell(`${path}.NonKeyAttributes`, 'names keys, which are in every index; they were left out')
  }
  if (others.length > 0) return others
  reading.tell(path, 'INCLUDE names no attributes; KEYS_ONLY was used')
  return 'KEYS_ONLY'
}

const attributeTypes = new Set<unknown>(['S', 'N', 'B', 'BOOL', 'NULL', 'M', 'L', 'SS', 'NS', 'BS'])

function readAttributes(given: unknown, reading: Reading, path: string): Map<string, AttributeType> {
  const found = new Map<string, AttributeType>()
  for (const [at, attribute] of reading.list(given, path).entries()) {
    const { AttributeName: name, AttributeType: type } = isMembers(attribute) ? attribute : {}
    if (typeof name !== 'string' || name === '') {
      reading.tell(`${path}[${at}]`, 'has no AttributeName, and was left out')
    } else if (!attributeTypes.has(type)) {
      reading.tell(`${path}[${at}]`, `is of type ${JSON.stringify(type)}, which does not exist; S was used`)
      found.set(name, 'S')
    } else found.set(name, type as AttributeType)
  }
  return found
}
