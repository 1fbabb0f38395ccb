import { goThrough } from '../cost/around.ts'
import type { Cost } from '../cost/cost.ts'
import { createMeter } from '../cost/meter.ts'
import type { OperationInputs, OperationName, OperationOutputs } from '../port/wire.ts'
import { type Clock, systemClock } from '../util/clock.ts'

/** A request that was sent, and how it went. Attempts of the same request, and their waits, are one. */
export type SentRequest = {
  readonly [Name in OperationName]: {
    readonly operation: Name
    readonly input: OperationInputs[Name]
    /** The answer; nothing when it was refused. */
    readonly output?: OperationOutputs[Name]
    /** What it was refused with. */
    readonly error?: unknown
    /** Milliseconds since 1970. */
    readonly startedAt: number
    readonly elapsedMs: number
    /** The units that it took, where `units` asked for them. */
    readonly cost?: Cost
  }
}[OperationName]

export interface WatchOptions {
  /** Whether each request asks for the units that it takes. */
  readonly units?: boolean
  readonly clock?: Clock
  /** Told what the listener throws, or rejects with; else that is lost. */
  readonly failed?: (error: unknown) => void
}

/**
 * The same database, with a listener that is told of every request when it has ended. What a listener throws, or rejects
 * with, does nothing to the request, nor to the program.
 *
 * @example
 * import { createTableInput, shape, table } from '@monotable/model'
 * const notes = table('Notes', { key: { pk: 'PK' } })
 * const Note = notes.entity('Note', { schema: shape<{ id: string; text: string }>(), key: { pk: 'NOTE#{id}' } })
 * await db.send('CreateTable', createTableInput(notes))
 * const log: string[] = []
 * const app = watched(
 *   notes.connect(db, { entities: { Note } }),
 *   ({ operation, cost }) => log.push(`${operation} ${cost?.write}`),
 *   { units: true },
 * )
 * await app.Note.create({ id: '1', text: 'hello' })
 * log
 * // ['PutItem 1']
 */
export function watched<Db extends object>(
  db: Db,
  listener: (request: SentRequest) => unknown,
  { units = false, clock = systemClock, failed }: WatchOptions = {},
): Db {
  return goThrough(db, (port) => ({
    send: async (operation, input, options) => {
      const startedAt = clock.now()
      const meter = units ? createMeter() : undefined
      const tell = (ended: Pick<SentRequest, 'output' | 'error'>) => {
        const elapsedMs = clock.now() - startedAt
        const cost = meter && { cost: meter.read() }
        const request = { operation, input, ...ended, startedAt, elapsedMs, ...cost } as SentRequest
        // Before the caller goes on, but not within the request.
        Promise.resolve(request)
          .then(listener)
          .catch((error) => failed?.(error))
          .catch(() => {})
      }
      try {
        const output = await (meter?.wrap(port) ?? port).send(operation, input, options)
        tell({ output })
        return output
      } catch (error) {
        tell({ error })
        throw error
      }
    },
  }))
}
