import { noForms } from '../codec/stored-form.ts'
import type { EntityDefinition } from './entity-definition.ts'

/**
 * Returns an entity for writing an item that is not one of its own, such as a marker: attributes go by their stored
 * names.
 */
export function unnamed(entity: EntityDefinition): EntityDefinition {
  return entity.forms === noForms ? entity : { ...entity, forms: noForms }
}
