import { createDatabase, type Database } from '@monotable/engine'
import { createTableInput, ModelError } from '@monotable/model'
import { connectTwin, otherNames, type plainTwin, type TwinDb } from './twin-model.ts'
import type { Step } from './twin-steps.ts'

/* Runs steps on twins of one model and returns the results in a form that is the same for all twins. */

const clock = { now: () => 1_800_000_000_000 }

/** Opens a database with the table of a twin. */
export async function openTwin(twin: typeof plainTwin) {
  const engine = await createDatabase()
  await engine.send('CreateTable', createTableInput(twin.app))
  return { engine, db: connectTwin(twin, engine, clock) }
}

/** Returns the result of a step, or how it failed. */
export async function outcomeOf(step: Step, db: TwinDb): Promise<unknown> {
  try {
    return portable(await step.run(db))
  } catch (error) {
    if (error instanceof ModelError)
      return { code: error.code, message: error.message, details: portable(error.details) }
    return { failed: (error as Error).name }
  }
}

/** Keeps only the presence of a cursor: its content has names of the table in it. */
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

/** An item as it is stored. */
export type Stored = { readonly [attribute: string]: unknown }

/** Reads all stored items, by key. */
export async function itemsIn(engine: Database): Promise<Map<string, Stored>> {
  const { Items = [] } = await engine.send('Scan', { TableName: 'App' })
  return new Map(Items.map((item) => [JSON.stringify([item['PK'], item['SK']]), item]))
}

/** Returns an item with the other names of its entity. Markers have only the model's own names. */
export function renamed(item: Stored): Stored {
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
