import { createDatabase } from '@monotable/engine'
import { createPort, createTableInput, type Port, shape, table } from '@monotable/model'
import { cache } from '@monotable/model/cache'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { draws } from '../draws.ts'

/*
 * Whatever is read and written concurrently, in whichever order the answers come, and however stale reads are: once all
 * is quiet, the cache returns what the table holds of the items that went through it.
 */

const app = table('Counters', { key: { pk: 'PK' } })
const Counter = app.entity('Counter', {
  schema: shape<{ id: string; n: number }>(),
  key: { pk: 'COUNTER#{id}' },
})
const ids = ['a', 'b']

/** Returns a port that randomly lets other requests go first, before and after each request. */
function shuffledPort(port: Port, draw: () => number): Port {
  const pause = async () => {
    for (let turns = draw() % 4; turns > 0; turns--) await new Promise((resolve) => setImmediate(resolve))
  }
  return {
    send: async (operation, input) => {
      await pause()
      const answer = await port.send(operation, input)
      await pause()
      return answer
    },
  }
}

const task = fc.record({
  verb: fc.constantFrom(
    'get',
    'get',
    'get',
    'batch',
    'put',
    'raise',
    'raise quietly',
    'remove',
    'write',
    'consistent',
  ),
  id: fc.constantFrom(...ids),
})

it('a cache returns what the table holds, whatever is done concurrently', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(task, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 6 }),
      fc.array(fc.nat(), { minLength: 50, maxLength: 50 }),
      async (rounds, draws) => {
        const engine = await createDatabase({ adversity: { staleReads: 0.7, staleMs: 60_000 } })
        try {
          await engine.send('CreateTable', createTableInput(app))
          let drawn = 0
          const port = shuffledPort(createPort(engine), () => draws[drawn++ % draws.length] ?? 0)
          const layers = [cache(Counter, { size: 10, lifetime: { hours: 1 } })]
          const db = app.connect(port, { entities: { Counter }, cache: layers })
          const plain = app.connect(engine, { entities: { Counter } })
          const run = async ({ verb, id }: { verb: string; id: string }) => {
            const raise = (returning: 'none' | 'new') =>
              db.Counter.update({ id }, (counter, { add }) => add(counter.n, 1), { returning }).outcome()
            if (verb === 'get') await db.Counter.get({ id })
            else if (verb === 'consistent') await db.Counter.get({ id }, { consistent: true })
            else if (verb === 'batch') await db.batch.get(ids.map((one) => db.Counter.get({ id: one })))
            else if (verb === 'put') await db.Counter.put({ id, n: 100 })
            else if (verb === 'write')
              await db.batch.write(ids.map((one) => db.Counter.put({ id: one, n: 200 })))
            else if (verb === 'remove') await db.Counter.remove({ id })
            else await raise(verb === 'raise' ? 'new' : 'none')
          }
          for (const round of rounds) {
            await Promise.all(round.map(run))
            for (const id of ids) {
              const isWritten = rounds
                .slice(0, rounds.indexOf(round) + 1)
                .flat()
                .some(
                  (one) => one.verb === 'write' || (one.id === id && !/get|batch|consistent/.test(one.verb)),
                )
              const stored = await plain.Counter.get({ id }, { consistent: true })
              if (isWritten) expect(await db.Counter.get({ id })).toEqual(stored)
            }
          }
        } finally {
          await engine.close()
        }
      },
    ),
    { numRuns: draws(30) },
  )
})
