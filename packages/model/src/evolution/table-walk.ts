import type { EntityDefinition } from '../entities/entity-definition.ts'
import type { WireItem } from '../port/wire.ts'
import type { ModelContext } from '../sending/model-context.ts'
import {
  endWork,
  isState,
  leaseMs,
  loadState,
  type MigrationCounts,
  type MigrationState,
  noCounts,
  requireIdle,
  type SegmentState,
  saveSegment,
  takeWork,
  type Work,
} from './migration-state.ts'

/** The number of items of a segment that are visited in parallel. */
const parallel = 8

/** The number of items that are visited before progress is saved; fewer when writes are slowed down. */
const pageSize = 250
const pageSeconds = 5

/** The outcome of visiting an item. */
export type Outcome = 'same' | 'changed' | 'problem'

/** Visits a stored item; returns the outcome of each thing that it was visited for, none if it is of no concern. */
export type Visit = (item: WireItem) => Promise<readonly Outcome[]>

/** How to process a table. */
export interface WalkOptions {
  /** The number of segments into which the table is divided, which are processed in parallel; 4 by default. */
  readonly segments?: number
  /** The maximum number of items written per second. */
  readonly writesPerSecond?: number
  /** Stops the work in an orderly way; it can be resumed. */
  readonly signal?: AbortSignal
}

export interface WalkProgress extends MigrationCounts {
  readonly table: string
  readonly segmentsDone: number
  readonly segments: number
}

/** The work to do after all items were visited, before the state says `done`; returns false when interrupted. */
export type LastWork = (keep: () => Promise<void>) => Promise<boolean>

/**
 * Processes a table by a parallel scan. Progress can be kept in the table itself, so that one worker at a time is
 * active, and a later one continues where it stopped.
 */
export class TableWalk {
  readonly #context: ModelContext
  readonly #entity: EntityDefinition
  readonly #work: Work
  readonly #options: WalkOptions
  readonly #startedMs: number
  #segments: SegmentState[]
  /** When the next write is due. */
  #nextWriteMs = 0
  #isFailed = false
  #isLastDone = true
  /** Renews the lease, and when that was last done. */
  #keep: (() => Promise<void>) | undefined
  #keptMs = 0

  /** For the table of an entity; which of its entities does not matter. */
  constructor(context: ModelContext, entity: EntityDefinition, work: Work, options: WalkOptions) {
    this.#context = context
    this.#entity = entity
    this.#work = work
    this.#options = options
    this.#startedMs = context.clock.now()
    const fresh: SegmentState = { cursor: undefined, done: false, counts: noCounts }
    this.#segments = Array.from({ length: options.segments ?? 4 }, () => fresh)
  }

  /** Visits all items without saving progress. */
  async look(visit: Visit, onPage?: () => void): Promise<void> {
    await this.#goThrough(visit, async () => onPage?.())
  }

  /** Visits all items, or those that an interrupted run has left. */
  async work(visit: Visit, onPage?: () => void, last?: LastWork): Promise<void> {
    const { now } = this.#context.clock
    const owner = `${now().toString(36)}-${this.#context.random.next().toString(36).slice(2)}`
    await this.#take(owner)
    const save = async (at: number) => {
      const segment = this.#segments[at] as SegmentState
      this.#keptMs = now()
      const step = { at, segment, untilMs: this.#keptMs + leaseMs }
      await saveSegment(this.#context, this.#entity, { ...this.#work, owner }, step)
    }
    const end = (status: MigrationState['status']) =>
      endWork(this.#context, this.#entity, { ...this.#work, owner }, status)
    this.#keptMs = this.#startedMs
    this.#keep = () => save(0)
    try {
      await this.#goThrough(visit, async (at) => {
        await save(at)
        onPage?.()
      })
      if (last !== undefined) this.#isLastDone = this.isComplete && (await last(() => this.#keepTimely()))
    } catch (error) {
      // Gives up the lease, so that a retry need not wait until it expires. If this fails too, it has to.
      await end('running').catch(() => {})
      throw error
    }
    await end(this.isComplete ? 'done' : 'running')
  }

  /** Whether the whole table was processed. */
  get isComplete(): boolean {
    return this.#isLastDone && this.#segments.every(({ done }) => done)
  }

  /** Waits until the next write is due. */
  async pace(): Promise<void> {
    const { writesPerSecond } = this.#options
    if (writesPerSecond === undefined) return
    const now = this.#context.clock.now()
    // Idle time is not made up for: it does not let later writes go faster.
    const dueMs = Math.max(this.#nextWriteMs, now)
    this.#nextWriteMs = dueMs + 1_000 / writesPerSecond
    if (dueMs > now) await this.#context.sleep(dueMs - now)
  }

  progress(): WalkProgress {
    const sum = (name: keyof MigrationCounts) =>
      this.#segments.reduce((total, { counts }) => total + counts[name], 0)
    return {
      table: this.#entity.table.name,
      read: sum('read'),
      scanned: sum('scanned'),
      changed: sum('changed'),
      problems: sum('problems'),
      segmentsDone: this.#segments.filter(({ done }) => done).length,
      segments: this.#segments.length,
    }
  }

  async #take(owner: string): Promise<void> {
    const { table } = this.#entity
    const { goal, design } = this.#work
    const now = this.#context.clock.now()
    const before = await loadState(this.#context, table, this.#work.kind)
    requireIdle(table, this.#work.kind, before, now)
    // A recount would miss items that a migration moves in the meantime, or count them twice.
    const other = this.#work.kind === 'migration' ? 'recount' : 'migration'
    requireIdle(table, other, await loadState(this.#context, table, other), now)
    const isSame = before?.status === 'running' && before.goal === goal && before.design === design
    if (isSame) this.#segments = [...before.segments]
    const state: MigrationState = {
      goal,
      design,
      status: 'running',
      owner,
      untilMs: now + leaseMs,
      startedMs: isSame ? before.startedMs : now,
      segments: this.#segments,
    }
    await takeWork(this.#context, this.#entity, { kind: this.#work.kind, state, before })
  }

  /** Processes all segments; when one fails, the others stop where they are. */
  async #goThrough(visit: Visit, onPage: (at: number) => Promise<void>): Promise<void> {
    const results = await Promise.allSettled(
      this.#segments.map(async (_, at) => {
        try {
          await this.#goThroughSegment(at, visit, onPage)
        } catch (error) {
          this.#isFailed = true
          throw error
        }
      }),
    )
    const failed = results.find((result) => result.status === 'rejected')
    if (failed !== undefined) throw failed.reason
  }

  async #goThroughSegment(at: number, visit: Visit, onPage: (at: number) => Promise<void>): Promise<void> {
    const total = this.#segments.length
    while (!this.#segments[at]?.done && !this.#isFailed && this.#options.signal?.aborted !== true) {
      const { cursor, counts } = this.#segments[at] as SegmentState
      const { Items = [], LastEvaluatedKey } = await this.#context.port.send('Scan', {
        TableName: this.#entity.table.name,
        ConsistentRead: true,
        Segment: at,
        TotalSegments: total,
        Limit: this.#pageSize(),
        ...(cursor !== undefined && { ExclusiveStartKey: cursor }),
      })
      const looked = await this.#visitAll(Items, visit)
      const outcomes = looked.flat()
      const count = (outcome: Outcome) => outcomes.filter((one) => one === outcome).length
      const tally = {
        read: counts.read + Items.filter((item) => !isState(this.#entity.table, item)).length,
        scanned: counts.scanned + looked.filter(({ length }) => length > 0).length,
        changed: counts.changed + count('changed'),
        problems: counts.problems + count('problem'),
      }
      this.#segments[at] =
        looked.length === Items.length
          ? { cursor: LastEvaluatedKey, done: LastEvaluatedKey === undefined, counts: tally }
          : // Interrupted within a page: the page is read again later, and what was written is found to be right.
            { cursor, done: false, counts: { ...counts, changed: tally.changed } }
      await onPage(at)
    }
  }

  /** Visits items and returns their outcomes; only the first ones' when it is to stop. */
  async #visitAll(items: readonly WireItem[], visit: Visit): Promise<(readonly Outcome[])[]> {
    const looked: (readonly Outcome[])[] = []
    for (let start = 0; start < items.length; start += parallel) {
      if (this.#options.signal?.aborted === true) break
      looked.push(...(await Promise.all(items.slice(start, start + parallel).map(visit))))
      await this.#keepTimely()
    }
    return looked
  }

  /** Renews the lease during a slow page, which would otherwise let another worker take over. */
  async #keepTimely(): Promise<void> {
    if (this.#keep && this.#context.clock.now() - this.#keptMs > leaseMs / 3) await this.#keep()
  }

  #pageSize(): number {
    const { writesPerSecond = pageSize } = this.#options
    const timely = Math.ceil((writesPerSecond * pageSeconds) / this.#segments.length)
    return Math.min(pageSize, Math.max(1, timely))
  }
}
