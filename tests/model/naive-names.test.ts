import { createDatabase, type Database } from '@monotable/engine'
import { createTableInput, ModelError } from '@monotable/model'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { draws } from '../draws.ts'
import { connectTwin, namedTwin, otherNames, plainTwin, type TwinDb } from './twins/twin-model.ts'
import { firstSteps, type Step, twinStep } from './twins/twin-steps.ts'

/*
 * A model with other names in the table does what the same model does without: every answer and every failure is the same,
 * and so are the stored items, but for their names, which plain code changes here.
 */

const clock = { now: () => 1_800_000_000_000 }

it('with other names in the table, all is as it is without them, and the table has those names only', async () => {
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

async function openTwin(twin: typeof plainTwin) {
  const engine = await createDatabase()
  await engine.send('CreateTable', createTableInput(twin.app))
  return { engine, db: connectTwin(twin, engine, clock) }
}

async function outcomeOf(step: Step, db: TwinDb): Promise<unknown> {
  try {
    return portable(await step.run(db))
  } catch (error) {
    if (error instanceof ModelError)
      return { code: error.code, message: error.message, details: portable(error.details) }
    return { failed: (error as Error).name }
  }
}

/** Cursors hold the names of the table; that there is one is the same. */
function portable(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Date || value instanceof Set)
    return value
  if (Array.isArray(value)) return value.map(portable)
  const entries = Object.entries(value).map(([name, one]) => [
    name,
    name === 'next' ? typeof one : portable(one),
  ])
  return Object.fromEntries(entries)
}

type Stored = { readonly [attribute: string]: unknown }

async function itemsIn(engine: Database): Promise<Map<string, Stored>> {
  const { Items = [] } = await engine.send('Scan', { TableName: 'App' })
  return new Map(Items.map((item) => [JSON.stringify([item['PK'], item['SK']]), item]))
}

/** What an item is with the other names of its entity. Markers have no names but the model's own. */
function renamed(item: Stored): Stored {
  const type = (item['_type'] as { readonly S: string }).S
  const own = otherNames[type.replace('.version', '')]
  const expiry = (type.startsWith('unique:') && { expiresAt: 'ttl' }) || undefined
  return renameMembers(item, new Map(Object.entries(own ?? expiry ?? {})))
}

function renameMembers(members: Stored, names: ReadonlyMap<string, string>): Stored {
  const entries = Object.entries(members).map(([name, value]) => {
    const below = (prefixes: readonly string[]) =>
      [...names].flatMap(([path, stored]): [string, string][] => {
        const prefix = prefixes.find((one) => path.startsWith(one))
        return prefix === undefined ? [] : [[path.slice(prefix.length), stored]]
      })
    return [names.get(name) ?? name, renameValue(value as Stored, below([`${name}.`, `${name}[].`, '*.']))]
  })
  return Object.fromEntries(entries)
}

function renameValue(value: Stored, names: readonly [string, string][]): unknown {
  const map = value['M'] as Stored | undefined
  const list = value['L'] as Stored[] | undefined
  if (list !== undefined) return { L: list.map((one) => renameValue(one, names)) }
  return map === undefined ? value : { M: renameMembers(map, new Map(names)) }
}
