import { ModelError } from '../model-error.ts'
import { goThrough } from './around.ts'
import type { Cost, Measured, Units } from './cost.ts'
import { createMeter } from './meter.ts'

/**
 * Measures the units of everything that a block of code does with the database passed to it.
 *
 * @example
 * import { createTableInput, shape, table } from '@monotable/model'
 * const notes = table('Notes', { key: { pk: 'PK' } })
 * const Note = notes.entity('Note', { schema: shape<{ id: string; text: string }>(), key: { pk: 'NOTE#{id}' } })
 * await db.send('CreateTable', createTableInput(notes))
 * const app = notes.connect(db, { entities: { Note } })
 * const { units } = await measure(app, async (app) => {
 *   await app.Note.create({ id: '1', text: 'hello' })
 *   return await app.Note.get({ id: '1' })
 * })
 * units
 * // { read: 0.5, write: 1, … }
 */
export async function measure<Db extends object, Value>(
  db: Db,
  block: (db: Db) => Value | PromiseLike<Value>,
): Promise<Measured<Value>> {
  const meter = createMeter()
  const value = await block(goThrough(db, meter.wrap))
  return { value, units: meter.read() }
}

/**
 * Runs a block of code and returns its value, or throws if it took more units than the limit; for tests. Units that the
 * limit does not name are not limited.
 */
export async function atMost<Db extends object, Value>(
  limit: Partial<Units>,
  db: Db,
  block: (db: Db) => Value | PromiseLike<Value>,
): Promise<Value> {
  const { value, units } = await measure(db, block)
  const { read = Number.POSITIVE_INFINITY, write = Number.POSITIVE_INFINITY } = limit
  if (units.read <= read && units.write <= write) return value
  throw new ModelError('COST', overLimit({ read, write }, units), { limit, cost: units })
}

function overLimit({ read, write }: Units, cost: Cost): string {
  const over = [
    ...(cost.read > read ? [`${cost.read} read units, more than ${read}`] : []),
    ...(cost.write > write ? [`${cost.write} write units, more than ${write}`] : []),
  ]
  const requests = cost.requests.map(({ operation, tables, refused, ...units }) => {
    const what = refused ? 'refused' : `${units.read} read, ${units.write} write`
    return `  ${operation} ${tables.join(', ')}: ${what}`
  })
  return [`It took ${over.join('; ')}:`, ...requests].join('\n')
}
