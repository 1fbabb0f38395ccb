import { type AdversityOptions, createDatabase, type Database } from '@monotable/engine'
import { createTableInput } from '@monotable/model'
import { createServer } from '@monotable/server'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { draws } from '../draws.ts'
import { untilSent } from './notes/compare-notes.ts'
import { compareWorld, readWorld } from './world/compare-world.ts'
import { applyStep, emptyWorld } from './world/naive-world.ts'
import { app, connectWorld, type WorldDb } from './world/world-model.ts'
import { sendWorldStep, type WorldStep, worldStep } from './world/world-steps.ts'

/*
 * After any sequence of verbs the table holds exactly the items, markers, counters, copies and index keys that plain
 * code computes.
 */

const adversity: AdversityOptions = { staleReads: 0.5, throttling: 0.1, conflicts: 0.1 }
const places = [
  { name: 'when all goes well', runs: 25 },
  { name: 'when reads are stale and requests are refused', adversity, runs: 25 },
  { name: 'over HTTP, when reads are stale and requests are refused', adversity, isServed: true, runs: 5 },
]

async function withWorld(
  place: (typeof places)[number],
  use: (engine: Database, db: WorldDb) => Promise<void>,
): Promise<void> {
  const engine = await createDatabase({ ...(place.adversity && { adversity: place.adversity }) })
  const server = place.isServed === true ? await createServer(engine, { port: 0 }) : undefined
  try {
    await untilSent(() => engine.send('CreateTable', createTableInput(app)))
    await use(engine, connectWorld(server?.url ?? engine))
  } finally {
    await server?.close({ limitMs: 0 })
    await engine.close()
  }
}

describe.each(places)('after any verbs relations are right, $name', (place) => {
  it('one after the other', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(worldStep, { maxLength: 30 }), (steps) =>
        withWorld(place, async (engine, db) => {
          let world = emptyWorld
          for (const step of steps) {
            const after = applyStep(world, step)
            const ok = await sendWorldStep(db, step)
            // A step without effect may succeed, too: removing a missing item is not a failure.
            if (after !== world) expect(ok, JSON.stringify(step)).toBe(true)
            world = after
          }
          await compareWorld(engine, world)
        }),
      ),
      { numRuns: draws(place.runs) },
    )
  })

  it('concurrently', async () => {
    const workers = fc.array(fc.array(worldStep, { maxLength: 12 }), { minLength: 2, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(workers, (all) =>
        withWorld(place, async (engine, db) => {
          const work = async (steps: readonly WorldStep[]) => {
            // A writer that keeps losing gets an error, and its step has no effect.
            for (const step of steps) await sendWorldStep(db, step).catch(requireContention)
          }
          await Promise.all(all.map(work))
          const world = await readWorld(engine)
          await compareWorld(engine, world)
          const emails = [...world.customers.values()].flatMap(({ email }) => email ?? [])
          expect(new Set(emails).size).toBe(emails.length)
        }),
      ),
      { numRuns: draws(place.runs) },
    )
  })
})

function requireContention(error: unknown): void {
  const { name, code } = error as { readonly name?: string; readonly code?: string }
  if (code !== 'CONTENTION' && !/Conflict|Canceled|Throughput|Throttling/.test(name ?? '')) throw error
}
