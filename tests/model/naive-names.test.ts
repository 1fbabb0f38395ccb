import fc from 'fast-check'
import { expect, it } from 'vitest'
import { draws } from '../draws.ts'
import { itemsIn, openTwin, outcomeOf, renamed } from './twins/compare-twins.ts'
import { namedTwin, plainTwin } from './twins/twin-model.ts'
import { firstSteps, twinStep } from './twins/twin-steps.ts'

/*
 * A model with other names in the table behaves like the same model without them: every answer and every failure is the
 * same, and so are the stored items, apart from their names, which plain code translates here.
 */

it('other names in the table change nothing but the names in the table', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(twinStep, { maxLength: 30, size: 'max' }), async (steps) => {
      const plain = await openTwin(plainTwin)
      const named = await openTwin(namedTwin)
      try {
        for (const step of [...firstSteps, ...steps]) {
          const wanted = await outcomeOf(step, plain.db)
          expect({ [step.name]: await outcomeOf(step, named.db) }).toEqual({ [step.name]: wanted })
        }
        const items = await itemsIn(plain.engine)
        expect(await itemsIn(named.engine)).toEqual(
          new Map([...items].map(([id, item]) => [id, renamed(item)])),
        )
      } finally {
        await plain.engine.close()
        await named.engine.close()
      }
    }),
    { numRuns: draws(20) },
  )
})
