import { storedName } from '../codec/stored-form.ts'
import { encodeKey } from '../entities/encode-key.ts'
import type { EntityDefinition } from '../entities/entity-definition.ts'
import { createKeyPart } from '../entities/key-part.ts'
import type { Values } from '../keys/compile-template.ts'
import { ModelError } from '../model-error.ts'
import type { WireItem, WireValue } from '../port/wire.ts'
import { decodeEntity } from '../reads/decode-entity.ts'
import { getOwn, setOwn } from '../util/own-property.ts'

/** The entity of another's versions: the same attributes under keys of their own, and in no index. */
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
  // The newest is the last only if versions sort as the numbers that they are.
  if (!new RegExp(`\\{${version}:(pad\\d+|num)\\}$`).test(sources.sk)) {
    const message = `Entity ${name}: the sort key of a version has to end with {${version}:pad6}`
    throw new ModelError('DEFINITION', message, { subject: name })
  }
  return {
    ...entity,
    name: `${name}.version`,
    key: { pk, sk, attributes: [...new Set(attributes)], vague: [], spread: undefined },
    indexes: new Map(),
    ttl: undefined,
  }
}

/** The item that keeps a version: what the application sees of it, under the key of the version. */
export function versionItem(versions: EntityDefinition, item: WireItem): { key: WireItem; item: WireItem } {
  const key = encodeKey(versions, decodeEntity(versions, item) as Values)
  const kept: { [attribute: string]: WireValue } = {}
  for (const name of Object.keys(item)) {
    if (!versions.hidden.has(name)) setOwn(kept, name, item[name] as WireValue)
  }
  for (const name of Object.keys(key)) setOwn(kept, name, key[name] as WireValue)
  const { typeAttribute } = versions.table
  if (typeAttribute !== undefined) setOwn(kept, typeAttribute, { S: versions.name })
  return { key, item: kept }
}

/** The version that an item is; 0 where there is none. */
export function versionOf({ version = '', forms }: EntityDefinition, item: WireItem): number {
  const value = getOwn(item, storedName(forms, version))
  return value !== undefined && 'N' in value ? Number(value.N) : 0
}

/** An item as another version of itself. */
export function withVersion(
  { version = '', forms }: EntityDefinition,
  item: WireItem,
  number: number,
): WireItem {
  return { ...item, [storedName(forms, version)]: { N: String(number) } }
}
