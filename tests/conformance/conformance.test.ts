import { describe, expect, it } from 'vitest'
import { corpus } from './corpus.ts'
import { endpointTarget } from './endpoint-target.ts'
import { runCase } from './run-case.ts'
import { createStage } from './stage.ts'

const endpoint = process.env['ENDPOINT']
if (endpoint !== undefined) {
  const stage = createStage(endpointTarget(endpoint, process.env))
  for (const [subject, cases] of Object.entries(corpus)) {
    describe(subject, () => {
      for (const testCase of cases) {
        it(testCase.name, async () => {
          const failure = await runCase(stage, testCase)
          expect.soft(failure, failure).toBeUndefined()
        })
      }
    })
  }
}
