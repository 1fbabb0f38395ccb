import type { EntityDescription, TableDescription } from '../documents/model-description.ts'
import { compileTemplate } from '../keys/compile-template.ts'
import { getOwn } from '../util/own-property.ts'
import type { JsonItem } from './read-items.ts'

/** What telling the items of a table apart requires. */
export type RecognizedTable = Pick<TableDescription, 'typeAttribute'> & {
  readonly entities: readonly Pick<EntityDescription, 'name' | 'key'>[]
}

/**
 * Returns a function that names the entity of an item: by its type attribute, if there is one, and its keys have to
 * match. Returns `undefined` when several entities are possible.
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
