import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { inheritedProperties } from './hostile/hostile-values.ts'
import { mutateJson } from './hostile/mutate-json.ts'
import { expectAlive, openTarget, refusalOf } from './hostile/open-target.ts'
import { validRequests } from './hostile/valid-requests.ts'
import { SeededRandom } from './seeded-random.ts'
import { simulationSettings, withSeed } from './simulation-settings.ts'

const { seeds, steps } = simulationSettings({ seeds: 1, steps: 100 })
const [seed = 0] = seeds
const before = inheritedProperties()

afterAll(() => {
  expect(inheritedProperties()).toEqual(before)
  expect(Object.keys({})).toEqual([])
})

/** Sends a request and names it in the error if it fails the test. */
async function refusalOrBlame(...[db, operation, input]: Parameters<typeof refusalOf>): Promise<void> {
  try {
    await refusalOf(db, operation, input)
  } catch (error) {
    throw new Error(`${operation} ${JSON.stringify(input)}`, { cause: error })
  }
}

describe('a request with random mistakes is answered or refused', () => {
  it.each(
    validRequests.map(([operation, input], index) => [`${operation} ${index}`, operation, input] as const),
  )('%s', async (_, operation, input) => {
    await withSeed({ seed, steps, file: 'hostile-fuzz.test.ts' }, async () => {
      const db = await openTarget()
      const random = new SeededRandom(seed)
      await refusalOrBlame(db, operation, input)
      for (let step = 0; step < steps; step++) {
        await refusalOrBlame(db, operation, mutateJson(random, input))
      }
      await db.settled()
      await expectAlive(db)
      await db.close()
    })
  })

  it('for any JSON input', async () => {
    const db = await openTarget()
    const operations = [...new Set(validRequests.map(([operation]) => operation))]
    const property = fc.asyncProperty(
      fc.constantFrom(...operations),
      fc.jsonValue(),
      async (operation, input) => {
        await refusalOf(db, operation, input)
      },
    )
    await fc.assert(property, { numRuns: steps * 4, seed })
    await expectAlive(db)
  })

  it('for any text as an expression', async () => {
    const db = await openTarget()
    const words = [
      'a',
      '#n',
      ':v',
      '(',
      ')',
      '=',
      '<>',
      '<',
      'AND',
      'OR',
      'NOT',
      'IN',
      'BETWEEN',
      'SET',
      'REMOVE',
      'ADD',
      ',',
      '.',
      '[',
      '0',
      ']',
      '+',
      '-',
    ]
    const functions = ['size', 'contains', 'begins_with', 'attribute_exists', 'if_not_exists', 'list_append']
    const text = fc
      .array(fc.constantFrom(...words, ...functions), { maxLength: 40 })
      .map((tokens) => tokens.join(' '))
    const place = fc.constantFrom('ConditionExpression', 'UpdateExpression')
    const property = fc.asyncProperty(fc.oneof(text, fc.string()), place, async (expression, parameter) => {
      const placeholders = {
        ExpressionAttributeNames: { '#n': 'a' },
        ExpressionAttributeValues: { ':v': { N: '1' } },
      }
      const Key = { pk: { S: 'p' }, sk: { S: 's' } }
      await refusalOf(db, 'UpdateItem', {
        TableName: 'Target',
        Key,
        [parameter]: expression,
        ...placeholders,
      })
      await refusalOf(db, 'Scan', { TableName: 'Target', FilterExpression: expression, ...placeholders })
      await refusalOf(db, 'Query', {
        TableName: 'Target',
        KeyConditionExpression: expression,
        ...placeholders,
      })
    })
    await fc.assert(property, { numRuns: steps * 4, seed })
    await expectAlive(db)
  })
})
