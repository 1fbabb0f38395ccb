import type { EntityDefinition } from '../entities/entity-definition.ts'
import type { WireItem } from '../port/wire.ts'
import { getOwn } from '../util/own-property.ts'

/** Whether a stored item belongs to an entity: judged by its type if it has one, else by its key. */
export function recognizeItem(entity: EntityDefinition, item: WireItem): boolean {
  const type = getOwn(item, entity.table.typeAttribute ?? '')
  if (type !== undefined) return 'S' in type && type.S === entity.name
  return [...entity.key.pk, ...entity.key.sk].every(({ attribute, plain, template }) => {
    const value = getOwn(item, attribute.name)
    if (value === undefined) return false
    return plain !== undefined || ('S' in value && template.pattern.test(value.S))
  })
}
