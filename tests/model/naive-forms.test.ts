import fc from 'fast-check'
import { expect, it } from 'vitest'
import { draws } from '../draws.ts'
import { itemsIn, openTwin, outcomeOf, renamed, type Stored } from './twins/compare-twins.ts'
import { formedAndNamedTwin, formedTwin, mirror, plainTwin } from './twins/twin-model.ts'
import { firstSteps, twinStep } from './twins/twin-steps.ts'

/*
 * A model with custom forms behaves like the same model without them: every answer and every failure is the same, and
 * so are the stored items once they are decoded by plain code.
 */

it.each([
  ['forms of its own', formedTwin, (item: Stored) => item],
  ['forms of its own and other names', formedAndNamedTwin, renamed],
])('with %s, everything works as it does without them', async (_, twin, named) => {
  await fc.assert(
    fc.asyncProperty(fc.array(twinStep, { maxLength: 30, size: 'max' }), async (steps) => {
      const plain = await openTwin(plainTwin)
      const formed = await openTwin(twin)
      try {
        for (const step of [...firstSteps, ...steps]) {
          const wanted = await outcomeOf(step, plain.db)
          expect({ [step.name]: await outcomeOf(step, formed.db) }).toEqual({ [step.name]: wanted })
        }
        const stored = await itemsIn(formed.engine)
        const wanted = [...(await itemsIn(plain.engine))].map(([id, item]) => [id, named(item)] as const)
        expect(new Map([...stored].map(([id, item]) => [id, opened(item)]))).toEqual(new Map(wanted))
        // Every attribute that holds a person's name has a form.
        expect(JSON.stringify([...stored.values()])).not.toMatch(/Ann|Bob/)
      } finally {
        await plain.engine.close()
        await formed.engine.close()
      }
    }),
    { numRuns: draws(20) },
  )
})

/** Returns a stored value or item, decoded. */
function opened(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value
  if (Array.isArray(value)) return value.map(opened)
  const { S: text, M: map } = value as {
    readonly S?: string
    readonly M?: { readonly text?: { B: Uint8Array } }
  }
  if (text?.startsWith('<')) return { S: mirror(text.slice(1, -1)) }
  if (map?.text?.B !== undefined) return { S: new TextDecoder().decode(map.text.B) }
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, opened(one)]))
}
