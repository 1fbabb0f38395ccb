import { templateParts } from '../documents/describe-part.ts'
import type {
  AttributeDescription,
  EntityDescription,
  EntityIndexDescription,
  IndexDescription,
  KeyAttributeDescription,
  KeyDescription,
  KeyPartDescription,
  PatternDescription,
} from '../documents/model-description.ts'
import { capitalWords } from '../templates/unique-names.ts'

/** An entity whose keys are attributes as they are, except for those with templates. */
export interface EntityDraft {
  readonly name: string
  readonly verb: string
  readonly key: KeyDescription
  /** Templates by the name of the stored attribute. */
  readonly templates?: ReadonlyMap<string, string>
  readonly indexes: readonly IndexDescription[]
  readonly attributes: readonly AttributeDescription[]
}

/** Describes an entity of a table that was read from a file. */
export function draftEntity(draft: EntityDraft): EntityDescription {
  const { name, verb, key, templates, indexes, attributes } = draft
  const part = (attribute: KeyAttributeDescription): KeyPartDescription => {
    const template = templates?.get(attribute.name) ?? `{${attribute.name}}`
    return {
      ...attribute,
      template,
      parts: templateParts(template),
      plain: template === `{${attribute.name}}`,
    }
  }
  return {
    name,
    verb,
    key: { pk: key.pk.map(part), sk: key.sk.map(part) },
    indexes: indexes.map(
      (index): EntityIndexDescription => ({
        index: index.name,
        pk: index.pk.map(part),
        sk: index.sk.map(part),
        when: [],
        partial: 'read',
      }),
    ),
    attributes,
    markers: [],
    related: [],
    rules: [],
  }
}

/** Returns the patterns that an entity's keys offer: a query of its partition, and one for each index that it is in. */
export function draftPatterns(
  table: string,
  entity: EntityDescription,
  nameOf: (name: string) => string,
): PatternDescription[] {
  const words = capitalWords(entity.verb) || 'Items'
  const stem = words.slice(0, 1).toLowerCase() + words.slice(1)
  const draft = (name: string, index: string): PatternDescription => ({
    name: nameOf(name),
    kind: 'query',
    operation: 'Query',
    table,
    index,
    members: [{ name: entity.name, entity: entity.name, count: 'many' }],
    arguments: [],
    condition: '',
  })
  return [
    ...(entity.key.sk.length > 0 ? [draft(stem, 'primary')] : []),
    ...entity.indexes.map(({ index }) => draft(`${stem}By${capitalWords(index)}`, index)),
  ]
}
