import { storedName } from '../codec/stored-form.ts'
import { ModelError } from '../model-error.ts'
import type { WireItem } from '../port/wire.ts'
import { getOwn } from '../util/own-property.ts'
import type { PlannedAction } from '../writes/write-plan.ts'
import type { EntityRelations } from './entity-relations.ts'

/** Lets an item go only when no others belong to it. */
export function holdChildren({ holding }: EntityRelations, removal: PlannedAction): PlannedAction {
  const { name, forms } = removal.action.entity
  const explain = (found: WireItem | undefined) => {
    const counter = holding.find((one) => {
      const count = getOwn(found ?? {}, storedName(forms, one))
      return count !== undefined && 'N' in count && count.N !== '0'
    })
    if (counter === undefined) return removal.explain(found)
    const message = `${name}: others belong to the item (${counter})`
    return new ModelError('HAS_CHILDREN', message, { reason: 'children', entity: name, counter })
  }
  return { ...removal, zero: holding, explain }
}
