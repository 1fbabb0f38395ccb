import { goThrough } from '../cost/around.ts'
import type { Cost } from '../cost/cost.ts'
import { createMeter } from '../cost/meter.ts'
import type { OperationInputs, OperationName, OperationOutputs } from '../port/wire.ts'
import { type Clock, systemClock } from '../util/clock.ts'

/** A request that was sent, and its outcome. Retries of a request, and the waits between them, are part of it. */
export type SentRequest = {
  readonly [Name in OperationName]: {
    readonly operation: Name
    readonly input: OperationInputs[Name]
    /** The answer; missing when the request failed. */
    readonly output?: OperationOutputs[Name]
    /** The error; missing when the request succeeded. */
    readonly error?: unknown
    /** Milliseconds since 1970. */
    readonly startedAt: number
    readonly elapsedMs: number
    /** The units consumed, if `units` is set. */
    readonly cost?: Cost
  }
}[OperationName]

export interface WatchOptions {
  /** Whether each request asks for the units that it consumes. */
  readonly units?: boolean
  readonly clock?: Clock
  /** Called with errors that the listener throws or rejects with; without it, they are ignored. */
  readonly failed?: (error: unknown) => void
}

/**
 * Returns the same database with a listener that is called after every request has ended. Errors of the listener affect
 * neither the request nor the program.
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
        // Called before the caller continues, but outside of the request.
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
