import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { createDatabase } from '../engine/create-database.ts'

function heapBytes(): number {
  setFlagsFromString('--expose-gc')
  const collectGarbage: () => void = runInNewContext('gc')
  // The shapes of objects, which have the names of their members, outlive a few collections.
  for (let times = 0; times < 5; times++) collectGarbage()
  return process.memoryUsage().heapUsed
}

const long = 'x'.repeat(2_000_000)

it.each([
  ['table', 'DescribeTable', (text: string) => ({ TableName: text })],
  ['index', 'Query', (text: string) => ({ TableName: 'Music', IndexName: text })],
  ['table of a batch', 'BatchGetItem', (text: string) => ({ RequestItems: { [text]: { Keys: [] } } })],
  [
    'stream',
    'DescribeStream',
    (text: string) => ({
      StreamArn: `arn:aws:dynamodb:us-east-1:000000000000:table/ATableOfMusic/stream/${text}`,
    }),
  ],
])(
  'what is remembered of the name of a %s does not keep a long request alive',
  async (_, operation, inputOf) => {
    const db = await createDatabase({ metrics: { requests: { bodies: true } } })
    const caller = { region: 'us-east-1', accountId: '000000000000' }
    const before = heapBytes()
    for (let count = 0; count < 20; count++) {
      const input: unknown = JSON.parse(JSON.stringify(inputOf(`${count}${long}`)))
      await db.execute(operation, input, caller).catch(() => {})
    }
    expect(db.requests()).toHaveLength(20)
    expect(db.requests()[0]?.request).toHaveLength(2_001)
    expect(heapBytes() - before).toBeLessThan(10e6)
    await db.close()
  },
)
