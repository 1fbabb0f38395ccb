import type { EntityDefinition } from '../entities/entity-definition.ts'
import { type AttributeFacts, attributesOf } from './schema-facts.ts'

/** Names that mostly stand for one of a few values. */
const fewNames =
  /^(?:is[A-Z].*|has[A-Z].*|status|state|type|kind|category|active|enabled|deleted|gender|role|level|priority)$/
/** How many values such a name is taken to have. */
const guessedValues = 10
/** Names that mostly stand for a time. */
const timeNames =
  /^(?:at|date|day|month|year|week|hour|time|timestamp|since|.*(?:Date|Day|Month|Year|Time|At))$/

/** How many values an attribute can have, where they are few: the schema shows it, or its name lets one guess. */
export function fewValuesOf(
  attribute: string,
  facts: AttributeFacts | undefined,
): { readonly values: number; readonly guessed: boolean } | undefined {
  if (facts?.values !== undefined) return { values: facts.values, guessed: false }
  const isUnknown = facts === undefined || facts.kind === 'text'
  return isUnknown && fewNames.test(attribute) ? { values: guessedValues, guessed: true } : undefined
}

/** Whether a slot of a key is a time. */
export function isTimeSlot(
  entity: EntityDefinition,
  { attribute, encodings }: { readonly attribute: string; readonly encodings: readonly string[] },
): boolean {
  const form = entity.forms.members.get(attribute)?.form
  if (encodings.includes('iso') || form === 'date' || form === 'epoch' || form === 'epochMs') return true
  return attributesOf(entity)?.get(attribute)?.kind === 'date' || timeNames.test(attribute)
}
