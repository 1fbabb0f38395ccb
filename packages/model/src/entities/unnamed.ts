import { noForms } from '../codec/stored-form.ts'
import type { EntityDefinition } from './entity-definition.ts'

/** An entity in whose name something is written that is none of its items: attributes are called what they are stored as. */
export function unnamed(entity: EntityDefinition): EntityDefinition {
  return entity.forms === noForms ? entity : { ...entity, forms: noForms }
}
