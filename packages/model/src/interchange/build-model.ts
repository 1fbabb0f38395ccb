import { shape } from '../codec/standard-schema.ts'
import { isOwnForm } from '../documents/describe-attributes.ts'
import type {
  EntityDescription,
  KeyAttributeDescription,
  KeyPartDescription,
  ModelDescription,
  PatternDescription,
  TableDescription,
} from '../documents/model-description.ts'
import type { EntityConfig } from '../entities/entity-config.ts'
import type { KeyAttributeConfig, TableConfig } from '../entities/table-definition.ts'
import { type Model, model } from '../model.ts'
import { storedAs } from '../names/stored-as.ts'
import { type Table, table } from '../table.ts'
import { setOwn } from '../util/own-property.ts'

/** An entity without any knowledge of its types. */
interface LooseEntity {
  readonly definition: Model['entities'][string]['definition']
  query(index: string, options: object): Model['patterns'][string]
  scan(index: string, options: object): Model['patterns'][string]
  one(): object
  many(): object
}

interface LooseTable {
  entity(name: string, declaration: object): LooseEntity
  collect(index: string, members: object, options: object): Model['patterns'][string]
}

/** Builds the model of a description, without types: for models that were read from a file. */
export function buildModel({ tables }: ModelDescription): Model {
  const entities: { [verb: string]: LooseEntity } = {}
  const patterns: { [name: string]: Model['patterns'][string] } = {}
  for (const description of tables) {
    const own = table(
      description.name,
      tableConfig(description),
    ) as Table<TableConfig> as unknown as LooseTable
    const byName = new Map<string, LooseEntity>()
    for (const one of description.entities) {
      const entity = own.entity(one.name, { schema: shape(attributeTypes(one)), ...entityConfig(one) })
      byName.set(one.name, entity)
      setOwn(entities, one.verb, entity)
    }
    for (const pattern of description.patterns) {
      setOwn(patterns, pattern.name, buildPattern(pattern, own, byName))
    }
  }
  return model({ entities, patterns }) as unknown as Model
}

function buildPattern(
  pattern: PatternDescription,
  own: LooseTable,
  entities: ReadonlyMap<string, LooseEntity>,
): Model['patterns'][string] {
  const { kind, index, members, order, page, consistent, hydrate, description } = pattern
  const options = withoutMissing({ order, page, consistent, hydrate, describe: description })
  const entityOf = (name: string | undefined) => entities.get(name ?? '') as LooseEntity
  if (kind !== 'collect') return entityOf(members[0]?.entity)[kind](index, options)
  const read: { [name: string]: object } = {}
  for (const { name, entity, count } of members) setOwn(read, name, entityOf(entity)[count]())
  return own.collect(index, read, options)
}

function tableConfig({ key, indexes, typeAttribute, ttlAttribute }: TableDescription): TableConfig {
  const own: { [name: string]: NonNullable<TableConfig['indexes']>[string] } = {}
  for (const { name, pk, sk, projection, kind } of indexes) {
    setOwn(own, name, {
      pk: pk.map(keyAttribute),
      sk: sk.map(keyAttribute),
      projection: typeof projection === 'string' ? projection : { include: projection },
      local: kind === 'local',
    })
  }
  const [sk] = key.sk
  return {
    key: { pk: keyAttribute(key.pk[0]), ...(sk && { sk: keyAttribute(sk) }) },
    indexes: own,
    type: typeAttribute ?? false,
    ...(ttlAttribute !== undefined && { ttl: ttlAttribute }),
  }
}

function keyAttribute(attribute: KeyAttributeDescription | undefined): KeyAttributeConfig {
  return { name: attribute?.name ?? '', type: attribute?.type ?? 'S' }
}

function entityConfig(entity: EntityDescription): EntityConfig {
  const index: { [name: string]: object } = {}
  for (const { index: name, pk, sk, when, partial } of entity.indexes) {
    const conditions: { [attribute: string]: unknown } = {}
    for (const { attribute, values } of when) setOwn(conditions, attribute, values)
    setOwn(index, name, {
      pk: pk.map(templateOf),
      sk: sk.map(templateOf),
      partial,
      ...(when.length > 0 && { when: conditions }),
    })
  }
  const [pk] = entity.key.pk
  const [sk] = entity.key.sk
  return withoutMissing({
    key: { pk: pk?.template ?? '', ...(sk && { sk: sk.template }) },
    index,
    ttl: entity.ttl,
    version: entity.version,
    timestamps: entity.timestamps,
    readOnly: entity.readOnly,
    hidden: entity.hidden,
    stored: entity.stored && knownForms(entity.stored),
    storedAs: entity.storedAs && storedAs(entity.storedAs),
    describe: entity.description,
  }) as EntityConfig
}

/** Leaves out the program's own forms, which are functions and cannot be in a file: their values are read as stored. */
function knownForms(stored: NonNullable<EntityDescription['stored']>): object {
  return Object.fromEntries(Object.entries(stored).filter(([, form]) => !isOwnForm(form)))
}

function templateOf({ template }: KeyPartDescription): string {
  return template
}

function attributeTypes({ attributes }: EntityDescription): NonNullable<Parameters<typeof shape>[0]> {
  const types: { [name: string]: 'S' } = {}
  for (const { name, type } of attributes) if (type !== undefined) setOwn(types, name, type as 'S')
  return types
}

function withoutMissing(given: { readonly [name: string]: unknown }): object {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}
