import { storedName } from '../codec/stored-form.ts'
import { ModelError } from '../model-error.ts'
import type { WireItem } from '../port/wire.ts'
import { getOwn } from '../util/own-property.ts'
import type { PlannedAction } from '../writes/write-plan.ts'
import type { EntityRelations } from './entity-relations.ts'

/** Makes a removal fail while other items belong to the item. */
export function holdChildren({ holding }: EntityRelations, removal: PlannedAction): PlannedAction {
  const { name, forms } = removal.action.entity
  const explain = (found: WireItem | undefined) => {
    const counter = holding.find((one) => {
      const count = getOwn(found ?? {}, storedName(forms, one))
      return count !== undefined && 'N' in count && count.N !== '0'
    })
    if (counter === undefined) return removal.explain(found)
    const message = `${name}: other items belong to it (${counter})`
    return new ModelError('HAS_CHILDREN', message, { reason: 'children', entity: name, counter })
  }
  return { ...removal, zero: holding, explain }
}
