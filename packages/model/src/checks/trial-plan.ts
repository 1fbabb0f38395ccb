import { planPage } from '../reads/plan-page.ts'
import type { Finding } from './finding.ts'
import { entitiesOf, keyIn, type NamedPattern } from './model-facts.ts'
import { samplePartition } from './sample-values.ts'

/** That a pattern can be called at all: it is planned once, with values for the partition. */
export function checkPlan({ name, pattern }: NamedPattern): Finding[] {
  const [entity] = entitiesOf(pattern)
  const key = entity && keyIn(entity, pattern.index)
  try {
    const args = pattern.kind === 'scan' || key === undefined ? {} : samplePartition(key)
    planPage(pattern, args, { name, now: 0, page: {} })
    return []
  } catch (error) {
    // By its name: the model may come from another copy of this package than the check.
    if (!(error instanceof Error) || error.name !== 'ModelError') throw error
    return [
      {
        code: 'cannot-plan',
        severity: 'error',
        ...(entity !== undefined && { entity: entity.name }),
        pattern: name,
        index: pattern.index,
        message: `${name} fails whenever it is called: ${error.message}.`,
        advice: 'Change the key or the options of the pattern as the message says.',
      },
    ]
  }
}
