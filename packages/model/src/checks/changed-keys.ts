import type { StandardSchema } from '../codec/standard-schema.ts'
import { findAttributeSchema } from '../codec/validate-value.ts'
import type { EntityDefinition } from '../entities/entity-definition.ts'
import { primary } from '../entities/table-definition.ts'
import type { Finding } from './finding.ts'
import { keyIn } from './model-facts.ts'

/** Texts that are trimmed or written in one case by schemas that do so, in forms that other rules may ask for. */
const samples = [' Ab ', 'Ab', 'aB', ' Ab@Example.COM ', 'Ab@Example.com', ' 0a0A ']

/**
 * Checks that keys are made of texts as they are given. What a schema changes, `create` stores changed, while `get` and
 * patterns look for what they are given.
 */
export function checkChangedKeys(entity: EntityDefinition): Finding[] {
  return [primary, ...entity.indexes.keys()].flatMap((index) => {
    const { pk = [], sk = [] } = keyIn(entity, index) ?? {}
    const slots = [...pk, ...sk].flatMap(({ template }) => template.slots)
    return [...new Set(slots.map(({ attribute }) => attribute))].flatMap((attribute) => {
      const schema = findAttributeSchema(entity.schema, attribute)
      // A slot that folds the case makes the same key of both.
      const differ = (one: string, other: string) =>
        slots.some((slot) => slot.attribute === attribute && slot.encode(one) !== slot.encode(other))
      for (const sample of schema ? samples : []) {
        const changed = schema && outputOf(schema, sample)
        if (typeof changed === 'string' && differ(sample, changed)) {
          return changedKey(entity, index, { attribute, sample, changed })
        }
      }
      return []
    })
  })
}

/** Returns what a schema makes of a value; `undefined` if it refuses it. */
function outputOf(schema: StandardSchema, value: unknown): unknown {
  try {
    const result = schema['~standard'].validate(value)
    // What is validated asynchronously is refused when an item is written; zod also turns to it where a function throws.
    if (result instanceof Promise) result.catch(() => undefined)
    return 'value' in result ? result.value : undefined
  } catch {
    // A function of the schema's own expects something else.
    return undefined
  }
}

interface Change {
  readonly attribute: string
  readonly sample: string
  readonly changed: string
}

function changedKey(
  entity: EntityDefinition,
  index: string,
  { attribute, sample, changed }: Change,
): Finding {
  const [from, to] = [sample, changed].map((text) => JSON.stringify(text))
  const readers = index === primary ? 'get, update and remove look' : 'patterns look'
  return {
    code: 'key-changed',
    severity: 'warning',
    entity: entity.name,
    index,
    message: `The schema of ${entity.name} changes "${attribute}" (${from} becomes ${to}), of which its key in ${index} is made: create stores it changed, but ${readers} for it as given.`,
    advice: `Bring "${attribute}" into that form before it is used as a key, or have the schema refuse other forms; if only its case differs, write {${attribute}:lower} or {${attribute}:upper}.`,
  }
}
