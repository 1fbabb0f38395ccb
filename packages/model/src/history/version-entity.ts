import { type FormNode, type OwnCodec, storedName } from '../codec/stored-form.ts'
import { encodeKey } from '../entities/encode-key.ts'
import type { EntityDefinition } from '../entities/entity-definition.ts'
import { revisionAttribute } from '../entities/evolution.ts'
import { createKeyPart } from '../entities/key-part.ts'
import type { Values } from '../keys/compile-template.ts'
import { ModelError } from '../model-error.ts'
import type { WireItem, WireValue } from '../port/wire.ts'
import { decodeEntity } from '../reads/decode-entity.ts'
import { getOwn, setOwn } from '../util/own-property.ts'

/** Returns the entity of another entity's versions: the same attributes under keys of its own, and in no index. */
export function versionEntity(entity: EntityDefinition): EntityDefinition {
  const { name, table, key, version } = entity
  const own = [...key.pk, ...key.sk]
  const isBuilt = own.every(({ plain }) => plain === undefined)
  if (table.key.sk.length === 0 || !isBuilt || entity.spread?.slot === 'replica') {
    const message = `Entity ${name}: a history needs a table with a sort key, keys that are built, and no replicas`
    throw new ModelError('DEFINITION', message, { subject: name })
  }
  const sources = entity.history?.key ?? {
    pk: `${key.pk[0]?.template.source}#VERSIONS`,
    sk: `${key.sk[0]?.template.source}#{${version}:pad9}`,
  }
  const pk = table.key.pk.map((attribute) =>
    createKeyPart(attribute, sources.pk, { sorted: false, spread: entity.spread, forms: entity.forms }),
  )
  const sk = table.key.sk.map((attribute) =>
    createKeyPart(attribute, sources.sk, { sorted: true, forms: entity.forms }),
  )
  const attributes = [...pk, ...sk].flatMap(({ template }) => template.attributes)
  // The newest version is the last one only if versions sort as numbers.
  if (!new RegExp(`\\{${version}:(pad\\d+|num)\\}$`).test(sources.sk)) {
    const message = `Entity ${name}: the sort key of a version has to end with {${version}:pad6}`
    throw new ModelError('DEFINITION', message, { subject: name })
  }
  const forms = formsOf(entity)
  return {
    ...entity,
    name: `${name}.version`,
    key: { pk, sk, attributes: [...new Set(attributes)], vague: [], spread: undefined },
    indexes: new Map(),
    ttl: undefined,
    forms,
    view: { forms, hidden: entity.hidden, names: [], nodes: [] },
  }
}

/**
 * The time of expiry, as a version holds it: as text, by which DynamoDB expires nothing. A number comes from the item
 * itself, or from a version that was stored as one.
 */
const keptExpiry: OwnCodec = {
  write: (value) => ({ S: (value as Date).toISOString() }),
  read: (stored) =>
    'N' in stored ? new Date(Number(stored.N) * 1000) : new Date('S' in stored ? stored.S : Number.NaN),
}

/** Returns the forms of an entity's versions. They do not expire, also if DynamoDB expires items by their attribute. */
function formsOf({ ttl, forms }: EntityDefinition): FormNode {
  if (ttl === undefined || ttl.apart !== undefined) return forms
  const node: FormNode = { form: undefined, own: keptExpiry, members: new Map(), each: undefined }
  return { ...forms, members: new Map([...forms.members, [ttl.attribute, node]]) }
}

/**
 * Returns the item that stores a version: what the application sees of the item, and the shape that it has, under the
 * key of the version.
 */
export function versionItem(versions: EntityDefinition, item: WireItem): { key: WireItem; item: WireItem } {
  const key = encodeKey(versions, decodeEntity(versions, item) as Values)
  const kept: { [attribute: string]: WireValue } = {}
  for (const name of Object.keys(item)) {
    if (!versions.hidden.has(name) || name === revisionAttribute) setOwn(kept, name, item[name] as WireValue)
  }
  for (const [name, { own }] of versions.forms.members) {
    const stored = getOwn(kept, storedName(versions.forms, name))
    if (own === keptExpiry && stored !== undefined) {
      setOwn(kept, storedName(versions.forms, name), keptExpiry.write(keptExpiry.read(stored)) as WireValue)
    }
  }
  for (const name of Object.keys(key)) setOwn(kept, name, key[name] as WireValue)
  const { typeAttribute } = versions.table
  if (typeAttribute !== undefined) setOwn(kept, typeAttribute, { S: versions.name })
  return { key, item: kept }
}

/** Returns the version of an item; 0 when it has none. */
export function versionOf({ version = '', forms }: EntityDefinition, item: WireItem): number {
  const value = getOwn(item, storedName(forms, version))
  return value !== undefined && 'N' in value ? Number(value.N) : 0
}

/** Returns an item with another version number. */
export function withVersion(
  { version = '', forms }: EntityDefinition,
  item: WireItem,
  number: number,
): WireItem {
  return { ...item, [storedName(forms, version)]: { N: String(number) } }
}
