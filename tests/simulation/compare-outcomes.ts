import { expect } from 'vitest'
import { normalForm, normalText } from './model/normal-form.ts'
import type { Json, Outcome } from './wire-call.ts'

/** Expects an outcome to match the model's: the same answer, or an error with the same name and content. */
export function expectSame(
  actual: Outcome,
  expected: Outcome,
  { withoutUnits = false }: { withoutUnits?: boolean } = {},
): void {
  expect(comparable(actual, withoutUnits)).toEqual(comparable(expected, withoutUnits))
}

function comparable(outcome: Outcome, withoutUnits: boolean): unknown {
  if (outcome.answer !== undefined) {
    const answer = withoutUnits ? { ...outcome.answer, ConsumedCapacity: undefined } : outcome.answer
    return normalForm(withoutOrder(answer))
  }
  const { bare: _, ...fields } = outcome.fields
  return { error: outcome.error, fields: normalForm(withoutMessages(fields)) }
}

// Messages have tests of their own.
function withoutMessages(fields: Json): Json {
  const reasons = fields['CancellationReasons'] as { Message?: string }[] | undefined
  if (reasons === undefined) return fields
  return { ...fields, CancellationReasons: reasons.map(({ Message: _, ...reason }) => reason) }
}

// The items of a batch and the units of several tables come in any order.
function withoutOrder(answer: Json): Json {
  const sorted = (value: unknown) => (Array.isArray(value) ? value.toSorted(byText) : value)
  const { Responses: responses, ConsumedCapacity: capacity } = answer
  const isByTable = typeof responses === 'object' && responses !== null && !Array.isArray(responses)
  return {
    ...answer,
    ...(isByTable && {
      Responses: Object.fromEntries(Object.entries(responses).map(([name, items]) => [name, sorted(items)])),
    }),
    ...(capacity !== undefined && { ConsumedCapacity: sorted(capacity) }),
  }
}

function byText(one: unknown, other: unknown): number {
  return normalText(one) < normalText(other) ? -1 : 1
}
