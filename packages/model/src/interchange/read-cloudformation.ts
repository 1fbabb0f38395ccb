import { describeModel } from '../documents/describe-model.ts'
import type {
  IndexDescription,
  KeyAttributeDescription,
  KeyDescription,
  ModelDescription,
  TableDescription,
} from '../documents/model-description.ts'
import type { KeyType } from '../entities/table-definition.ts'
import { createNames } from '../templates/unique-names.ts'
import { getOwn } from '../util/own-property.ts'
import { buildModel } from './build-model.ts'
import { draftEntity, draftPatterns } from './plain-entity.ts'
import { wholeName } from './read-workbench-file.ts'
import { type FileMessage, isMembers, type Members, Reading } from './reading.ts'
import { resolveIntrinsics } from './resolve-intrinsics.ts'

/** The tables in a CloudFormation template. */
export interface ReadCloudFormation {
  readonly description: ModelDescription
  /** What was left out or guessed, and where. */
  readonly messages: readonly FileMessage[]
}

/**
 * Reads the tables of a CloudFormation template, including SAM: `AWS::DynamoDB::Table`, `AWS::DynamoDB::GlobalTable`
 * and `AWS::Serverless::SimpleTable`. Each has one entity, with its keys as they are, as a template contains nothing
 * about other attributes. Functions such as `Ref` are evaluated if the template itself allows it.
 */
export function readCloudFormation(template: unknown): ReadCloudFormation {
  const reading = new Reading()
  const resources =
    isMembers(template) && isMembers(template['Resources']) ? template['Resources'] : undefined
  if (resources === undefined) reading.tell('Resources', 'is missing: this is not a CloudFormation template')
  const names = { table: createNames((name) => name), verb: createNames((name) => name) }
  const namePattern = createNames((name) => name)
  const tables = Object.entries(resources ?? {}).flatMap(([id, resource]): TableDescription[] => {
    const type = isMembers(resource) ? resource['Type'] : undefined
    const readProperties = typeof type === 'string' ? getOwn(readers, type) : undefined
    if (!isMembers(resource) || readProperties === undefined) return []
    const path = `Resources.${id}.Properties`
    const properties = resolveIntrinsics(resource['Properties'], {
      template: template as Members,
      reading,
      path,
    })
    const keys = readProperties(isMembers(properties) ? properties : {}, { reading, path, id })
    if (keys === undefined) return []
    const name = names.table(keys.name)
    const entity = draftEntity({
      name: wholeName(name),
      verb: names.verb(wholeName(name)),
      key: keys.key,
      indexes: keys.indexes,
      attributes: [...keys.key.pk, ...keys.key.sk].map((attribute) => ({ ...attribute, required: true })),
    })
    const patterns = draftPatterns(name, entity, namePattern)
    return [{ ...keys, name, entities: [entity], patterns, relations: [] }]
  })
  if (resources !== undefined && tables.length === 0) reading.tell('Resources', 'has no DynamoDB table')
  return { description: describeModel(buildModel({ tables })), messages: reading.messages }
}

interface ResourceContext {
  readonly reading: Reading
  readonly path: string
  /** The logical id, which names a table without another name. */
  readonly id: string
}

interface TableKeys {
  readonly name: string
  readonly key: KeyDescription
  readonly indexes: readonly IndexDescription[]
  readonly ttlAttribute?: string
}

type PropertiesReader = (properties: Members, context: ResourceContext) => TableKeys | undefined

const readers: { readonly [type: string]: PropertiesReader } = {
  'AWS::DynamoDB::Table': readTable,
  'AWS::DynamoDB::GlobalTable': readTable,
  'AWS::Serverless::SimpleTable': readSimpleTable,
}

function readTable(properties: Members, context: ResourceContext): TableKeys | undefined {
  const { reading, path } = context
  const types = new Map<string, KeyType>()
  for (const definition of reading.list(properties['AttributeDefinitions'], `${path}.AttributeDefinitions`)) {
    const { AttributeName: name, AttributeType: type } = isMembers(definition) ? definition : {}
    if (typeof name === 'string' && isKeyType(type)) types.set(name, type)
  }
  const key = readKey(properties['KeySchema'], types, reading, `${path}.KeySchema`)
  if (key === undefined || key.pk.length !== 1 || key.sk.length > 1) {
    reading.tell(path, 'has no usable KeySchema; the table was left out')
    return undefined
  }
  const ttl = isMembers(properties['TimeToLiveSpecification']) ? properties['TimeToLiveSpecification'] : {}
  const isExpiring = ttl['Enabled'] !== false && typeof ttl['AttributeName'] === 'string'
  return {
    name: tableName(properties['TableName'], context),
    key,
    indexes: [
      ...readIndexes(properties, 'GlobalSecondaryIndexes', 'global', types, context),
      ...readIndexes(properties, 'LocalSecondaryIndexes', 'local', types, context),
    ],
    ...(isExpiring && { ttlAttribute: ttl['AttributeName'] as string }),
  }
}

const simpleTypes: { readonly [type: string]: KeyType } = { String: 'S', Number: 'N', Binary: 'B' }

/** Reads a SAM table, whose key is `id` by default. */
function readSimpleTable(properties: Members, context: ResourceContext): TableKeys {
  const { Name: name, Type: type } = isMembers(properties['PrimaryKey']) ? properties['PrimaryKey'] : {}
  const pk = {
    name: typeof name === 'string' ? name : 'id',
    type: getOwn(simpleTypes, String(type)) ?? ('S' as const),
  }
  return { name: tableName(properties['TableName'], context), key: { pk: [pk], sk: [] }, indexes: [] }
}

function tableName(given: unknown, { reading, path, id }: ResourceContext): string {
  if (typeof given === 'string' && /^[A-Za-z0-9_.-]{3,255}$/.test(given)) return given
  const name = id.replaceAll(/[^A-Za-z0-9_.-]/g, '_').padEnd(3, '_')
  const why = given === undefined ? 'is missing' : 'is known only when the template is deployed'
  reading.tell(`${path}.TableName`, `${why}; ${name} was used`)
  return name
}

function readIndexes(
  properties: Members,
  member: 'GlobalSecondaryIndexes' | 'LocalSecondaryIndexes',
  kind: IndexDescription['kind'],
  types: ReadonlyMap<string, KeyType>,
  { reading, path }: ResourceContext,
): IndexDescription[] {
  return reading.list(properties[member], `${path}.${member}`).flatMap((index, at): IndexDescription[] => {
    const place = `${path}.${member}[${at}]`
    const { IndexName: name, KeySchema: schema, Projection: projection } = isMembers(index) ? index : {}
    const key = readKey(schema, types, reading, `${place}.KeySchema`)
    if (typeof name !== 'string' || name === 'primary' || key === undefined) {
      reading.tell(place, 'has no name or no usable KeySchema; the index was left out')
      return []
    }
    const { ProjectionType: type, NonKeyAttributes: names } = isMembers(projection) ? projection : {}
    const included = Array.isArray(names) ? names.filter((one) => typeof one === 'string') : []
    return [
      {
        name,
        kind,
        ...key,
        projection: type === 'KEYS_ONLY' || type === 'ALL' ? type : type === 'INCLUDE' ? included : 'ALL',
      },
    ]
  })
}

function readKey(
  schema: unknown,
  types: ReadonlyMap<string, KeyType>,
  reading: Reading,
  path: string,
): KeyDescription | undefined {
  const pk: KeyAttributeDescription[] = []
  const sk: KeyAttributeDescription[] = []
  for (const [at, element] of reading.list(schema, path).entries()) {
    const { AttributeName: name, KeyType: half } = isMembers(element) ? element : {}
    if (typeof name !== 'string' || !/^[^{}:]+$/.test(name) || (half !== 'HASH' && half !== 'RANGE')) {
      reading.tell(`${path}[${at}]`, 'is not a key attribute that the model can name')
      return undefined
    }
    const type = types.get(name)
    if (type === undefined)
      reading.tell(`${path}[${at}]`, `${name} is not in AttributeDefinitions; S was used`)
    ;(half === 'HASH' ? pk : sk).push({ name, type: type ?? 'S' })
  }
  return pk.length === 0 ? undefined : { pk, sk }
}

function isKeyType(type: unknown): type is KeyType {
  return type === 'S' || type === 'N' || type === 'B'
}
