import type { Access } from '@monotable/engine'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { draws } from '../draws.ts'
import { Dice } from './dice.ts'
import { distort } from './distort.ts'
import { drawItemRequest, type HostileRequest } from './draw-hostile.ts'
import { drawStatements } from './draw-hostile-statements.ts'
import { type Answered, type GuardedDatabase, narrow, openGuarded, owner } from './guarded-database.ts'

const sessions = fc.integer()
const REQUESTS = 100

function draw(dice: Dice): HostileRequest {
  const request = dice.once(2) ? drawItemRequest(dice) : drawStatements(dice)
  return dice.once(2) ? distort(dice, request) : request
}

describe('requests of all kinds by a user who may touch only own partitions', () => {
  test('touch no other partition, and neither show nor change what is hidden', async () => {
    await fc.assert(
      fc.asyncProperty(sessions, async (seed) => {
        const dice = new Dice(seed)
        const guarded = await openGuarded()
        const before = await guarded.foreignItems()
        // Not both in one session: the owner may copy what is hidden from the other.
        const [access, hidden] = dice.once(3) ? [owner, 'foreign canary'] : [narrow, 'canary']
        for (let number = 0; number < REQUESTS; number++) {
          if (number % 20 === 0) await guarded.renew()
          const { operation, input } = draw(dice)
          const { text, foreign } = await guarded.ask(access, operation, input)
          const isSafe = foreign.length === 0 && !text.includes(hidden)
          expect({ operation, input, text, isSafe }).toEqual({ operation, input, text, isSafe: true })
        }
        expect(await guarded.foreignItems()).toEqual(before)
        await guarded.db.close()
      }),
      { numRuns: draws(20), endOnFailure: true },
    )
  })

  test('are answered as everybody is if they touch nothing else', async () => {
    await fc.assert(
      fc.asyncProperty(sessions, async (seed) => {
        const dice = new Dice(seed)
        const guarded = await openGuarded()
        for (let number = 0; number < REQUESTS / 2; number++) {
          const request = draw(dice)
          const [asked, free] = await askBoth(guarded, owner, request)
          // A statement may name others' keys beside the one that it reads in the end.
          const mayBeDenied =
            !free.isDone || free.foreign.length > 0 || /Statement|ExecuteTransaction/.test(request.operation)
          if (asked.isDenied && mayBeDenied) continue
          expect({ request, answer: summary(asked) }).toEqual({ request, answer: summary(free) })
        }
        await guarded.db.close()
      }),
      { numRuns: draws(10), endOnFailure: true },
    )
  })
})

/** Which of several mistakes is told is not compared. */
function summary({ isDone, text }: Answered): string | undefined {
  return isDone ? text : undefined
}

/** Sends a request with and without policies, both times with the same items there. */
async function askBoth(guarded: GuardedDatabase, access: Access, { operation, input }: HostileRequest) {
  const before = await guarded.db.snapshot()
  const asked = await guarded.ask(access, operation, input)
  await guarded.db.restore(before)
  const free = await guarded.ask(undefined, operation, input)
  await guarded.db.restore(before)
  return [asked, free] as const
}
