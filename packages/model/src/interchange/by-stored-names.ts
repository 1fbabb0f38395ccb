import { templateParts } from '../documents/describe-part.ts'
import type {
  EntityDescription,
  KeyPartDescription,
  TableDescription,
} from '../documents/model-description.ts'

/** Returns a table described by the names in it, for file formats that have no others. */
export function byStoredNames(table: TableDescription): TableDescription {
  return { ...table, entities: table.entities.map(renameEntity) }
}

function renameEntity(entity: EntityDescription): EntityDescription {
  const { storedAs, ...rest } = entity
  if (storedAs === undefined) return entity
  const names = new Map(Object.entries(storedAs))
  const nameOf = (name: string) => names.get(name) ?? name
  const part = (one: KeyPartDescription): KeyPartDescription => {
    const template = one.template.replaceAll(/\{([^{}:]+)/g, (_, slot: string) => `{${nameOf(slot)}`)
    return { ...one, template, parts: templateParts(template) }
  }
  const members = (given: { readonly [name: string]: string }) =>
    Object.fromEntries(Object.entries(given).map(([name, value]) => [nameOf(name), value]))
  const { key, stored, timestamps } = entity
  return {
    ...rest,
    key: { pk: key.pk.map(part), sk: key.sk.map(part) },
    indexes: entity.indexes.map((index) => ({
      ...index,
      pk: index.pk.map(part),
      sk: index.sk.map(part),
      when: index.when.map((one) => ({ ...one, attribute: nameOf(one.attribute) })),
    })),
    attributes: entity.attributes.map((one) => ({ ...one, name: nameOf(one.name) })),
    markers: entity.markers.map((one) => ({ ...one, key: one.key.map(part) })),
    ...(stored !== undefined && { stored: members(stored) }),
    ...(entity.ttl !== undefined && { ttl: nameOf(entity.ttl) }),
    ...(entity.version !== undefined && { version: nameOf(entity.version) }),
    ...(timestamps !== undefined && {
      timestamps: Object.fromEntries(Object.entries(timestamps).map(([kind, name]) => [kind, nameOf(name)])),
    }),
    ...(entity.readOnly !== undefined && { readOnly: entity.readOnly.map(nameOf) }),
    ...(entity.hidden !== undefined && { hidden: entity.hidden.map(nameOf) }),
  }
}
