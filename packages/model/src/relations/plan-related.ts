import type { Planning } from '../writes/write-plan.ts'
import type { EntityRelations } from './entity-relations.ts'
import { planCopies } from './plan-copies.ts'
import { type Consequences, planDependents } from './plan-dependents.ts'
import { planParents } from './plan-parents.ts'
import { planUnique } from './plan-unique.ts'
import type { Transition } from './transition.ts'

/** Plans everything that has to change along with an item. */
export function* planRelated(relations: EntityRelations, transition: Transition): Planning<Consequences> {
  const parents = yield* planParents(relations, transition)
  const { related, guards } = yield* planDependents(relations, transition)
  return {
    related: [...planUnique(transition), ...parents, ...planCopies(transition), ...related],
    guards,
  }
}
