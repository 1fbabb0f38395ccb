import type { EntityDescription, TableDescription } from '../documents/model-description.ts'
import { compileTemplate } from '../keys/compile-template.ts'
import { getOwn } from '../util/own-property.ts'
import type { JsonItem } from './read-items.ts'

/**
 * Tells which entity of a table an item is: by what it says of itself, or else by its keys. Nothing where it could be
 * several.
 */
export function createRecognizer(table: TableDescription): (item: JsonItem) => EntityDescription | undefined {
  const { typeAttribute, entities } = table
  const byName = new Map(entities.map((entity) => [entity.name, entity]))
  const patterns = entities.map((entity) => ({
    entity,
    parts: [...entity.key.pk, ...entity.key.sk]
      .filter(({ plain }) => !plain)
      .map(({ name, template }) => ({ name, pattern: compileTemplate(template, { sorted: false }).pattern })),
  }))
  return (item) => {
    const type = typeAttribute === undefined ? undefined : getOwn(item, typeAttribute)?.['S']
    if (typeof type === 'string') return byName.get(type)
    const found = patterns.filter(({ parts }) =>
      parts.every(({ name, pattern }) => pattern.test(String(getOwn(item, name)?.['S']))),
    )
    return found.length === 1 ? found[0]?.entity : undefined
  }
}
