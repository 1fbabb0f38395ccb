import type { EntityDefinition } from '../entities/entity-definition.ts'
import { versionEntity } from '../history/version-entity.ts'
import { planPage } from '../reads/plan-page.ts'
import type { Finding } from './finding.ts'
import { entitiesOf, keyIn, type NamedPattern } from './model-facts.ts'
import { samplePartition } from './sample-values.ts'

/** Checks that a pattern can be called at all, by planning it once with sample values for the partition. */
export function checkPlan({ name, pattern }: NamedPattern): Finding[] {
  const [entity] = entitiesOf(pattern)
  const key = entity && keyIn(entity, pattern.index)
  try {
    const args = pattern.kind === 'scan' || key === undefined ? {} : samplePartition(key)
    planPage(pattern, args, { name, now: 0, page: {} })
    return []
  } catch (error) {
    const subject = {
      pattern: name,
      index: pattern.index,
      ...(entity !== undefined && { entity: entity.name }),
    }
    return [unplannable(error, subject, `${name} fails on every call`)]
  }
}

/** Checks that an entity with a history has keys for its versions. */
export function checkHistory(entity: EntityDefinition): Finding[] {
  if (entity.history === undefined) return []
  try {
    versionEntity(entity)
    return []
  } catch (error) {
    return [unplannable(error, { entity: entity.name }, 'Its model cannot be connected')]
  }
}

/**
 * Turns an error of the model into a finding. Recognized by its name, since the model may come from another copy of
 * this package.
 */
function unplannable(error: unknown, subject: Partial<Finding>, what: string): Finding {
  if (!(error instanceof Error) || error.name !== 'ModelError') throw error
  return {
    code: 'cannot-plan',
    severity: 'error',
    ...subject,
    message: `${what}: ${error.message}.`,
    advice: 'Change the key or the options as the message says.',
  }
}
