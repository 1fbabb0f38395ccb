import type { EntityDefinition } from '../entities/entity-definition.ts'
import { type AttributeFacts, attributesOf } from './schema-facts.ts'

/** Names that usually stand for one of a few values. */
const fewNames =
  /^(?:is[A-Z].*|has[A-Z].*|status|state|type|kind|category|active|enabled|deleted|gender|role|level|priority)$/
/** The number of values assumed for such a name. */
const guessedValues = 10
/** Names that usually stand for a time. */
const timeNames =
  /^(?:at|date|day|month|year|week|hour|time|timestamp|since|.*(?:Date|Day|Month|Year|Time|At))$/

/** Returns how many values an attribute can have, if they are few: the schema shows it, or its name suggests it. */
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
