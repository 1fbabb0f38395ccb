import type { EntityDescription, TableDescription } from '../documents/model-description.ts'
import { compileTemplate } from '../keys/compile-template.ts'
import { getOwn } from '../util/own-property.ts'
import type { JsonItem } from './read-items.ts'

/** What has to be known of a table to tell its items apart. */
export type RecognizedTable = Pick<TableDescription, 'typeAttribute'> & {
  readonly entities: readonly Pick<EntityDescription, 'name' | 'key'>[]
}

/**
 * Tells the name of the entity of a table that an item is: what it says of itself, where there is an attribute for that,
 * and its keys have to fit. Nothing where it could be several.
 */
export function createRecognizer({
  typeAttribute,
  entities,
}: RecognizedTable): (item: JsonItem) => string | undefined {
  const patterns = entities.map(({ name, key }) => ({
    name,
    parts: [...key.pk, ...key.sk]
      .filter(({ plain }) => !plain)
      .map((part) => ({
        name: part.name,
        pattern: compileTemplate(part.template, { sorted: false }).pattern,
      })),
  }))
  return (item) => {
    const type = typeAttribute === undefined ? undefined : getOwn(item, typeAttribute)?.['S']
    const found = patterns.filter(
      ({ name, parts }) =>
        (typeAttribute === undefined || type === name) &&
        parts.every((part) => part.pattern.test(String(getOwn(item, part.name)?.['S']))),
    )
    return found.length === 1 ? found[0]?.name : undefined
  }
}
