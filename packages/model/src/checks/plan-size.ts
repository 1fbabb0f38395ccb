import type { EntityDefinition } from '../entities/entity-definition.ts'
import { transactionLimit } from '../writes/compile-plan.ts'
import type { Finding } from './finding.ts'
import type { ModelFacts } from './model-facts.ts'

/** Checks that a change of an item with copies elsewhere fits into one transaction. */
export function checkPlanSize({ entities }: ModelFacts): Finding[] {
  return entities.flatMap((entity) =>
    [...entity.belongsTo.values()]
      .filter(({ copy, via }) => copy.size > 0 && via === 'transaction')
      .flatMap(({ name, entity: parent, copy }) =>
        tooLarge(entity, parent, { name, copied: [...copy.values()] }),
      ),
  )
}

function tooLarge(
  child: EntityDefinition,
  parent: EntityDefinition,
  { name, copied }: { readonly name: string; readonly copied: readonly string[] },
): Finding[] {
  const items = child.expect?.perPartition
  if (items !== undefined && items < transactionLimit) return []
  const many = items === undefined ? 'any number of items' : `${items} items`
  return [
    {
      code: 'plan-too-large',
      severity: items === undefined ? 'warning' : 'error',
      entity: child.name,
      message:
        `A change of ${copied.join(', ')} of one ${parent.name} changes ${many} of ${child.name} that hold a copy ` +
        `(${name}.copy), but a transaction takes ${transactionLimit}: a change that needs more is refused.`,
      advice: `Set via: 'stream' in ${name}, so that the stream updates the copies a moment later, or read ${copied.join(', ')} from ${parent.name}; if there are never that many, say so with expect: { perPartition }.`,
    },
  ]
}
