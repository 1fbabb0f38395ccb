import { createMeter } from '../cost/meter.ts'
import type { EntityDefinition } from '../entities/entity-definition.ts'
import { keyOfItem } from '../entities/key-of-item.ts'
import type { AnyModel } from '../model.ts'
import type { ModelClient } from '../port/create-port.ts'
import { isContention } from '../port/service-failure.ts'
import type { WireItem } from '../port/wire.ts'
import { recognizeItem } from '../reads/recognize-item.ts'
import { type ContextOptions, createContext, type ModelContext } from '../sending/model-context.ts'
import { compileAction, compileTransactItem } from '../writes/compile-action.ts'
import { type Job, jobOfGoal, jobsOf, modelTables } from './migration-job.ts'
import {
  busy,
  endWork,
  leaseMs,
  loadState,
  type MigrationCounts,
  type MigrationState,
  noCounts,
  type SegmentState,
  saveSegment,
  takeWork,
} from './migration-state.ts'
import { type ItemPlan, planItem } from './plan-item.ts'
import { planUnits } from './plan-units.ts'

/** How often an item is planned again because somebody changed it meanwhile. */
const attemptLimit = 10

/** How many items of a segment are written at the same time. */
const parallel = 8

/** How many items are looked at before it is written down how far it is; fewer where they are written slowly. */
const pageSize = 250
const pageSeconds = 5

/** How many items of each kind a plan shows. */
const sampleLimit = 5

/** What to migrate, and how. */
export interface MigrationOptions extends ContextOptions {
  /** Which entities; all of the model's unless told. */
  readonly entities?: readonly string[]
  /** To which version; the current one unless told. Older ones need `down`. */
  readonly version?: number
  /** Into how many parts the table is divided, which are gone through at the same time; 4. */
  readonly segments?: number
  /** How many items are written in a second at most. */
  readonly writesPerSecond?: number
  readonly onProgress?: (progress: MigrationProgress) => void
  /** Ends the work in an orderly way; it can be resumed. */
  readonly signal?: AbortSignal
}

export interface MigrationProgress extends MigrationCounts {
  readonly table: string
  readonly segmentsDone: number
  readonly segments: number
  readonly units: { readonly read: number; readonly write: number }
  readonly elapsedMs: number
}

/** An item that would be written, before and after. */
export interface MigrationSample {
  readonly entity: string
  readonly kind: 'rewrite' | 'move'
  /** Under which it is stored before. */
  readonly key: WireItem
  readonly before: WireItem
  readonly after: WireItem
}

export interface MigrationProblem {
  readonly entity: string
  readonly key: WireItem
  readonly message: string
}

/** What a migration would do, or has done. */
export interface MigrationReport extends MigrationProgress {
  readonly goal: string
  /** Whether all was gone through. */
  readonly complete: boolean
  /** About what it takes to write what a plan shows, indexes and all; 0 for what was written. */
  readonly estimatedWriteUnits: number
  readonly samples: readonly MigrationSample[]
  /** Items that cannot be migrated, the first hundred. */
  readonly problemList: readonly MigrationProblem[]
}

/** Looks at every item and says what a migration would write. Writes nothing. */
export async function planMigration(
  client: ModelClient,
  model: AnyModel,
  options: MigrationOptions = {},
): Promise<readonly MigrationReport[]> {
  return eachOf(jobsOf(model, options), (job) => new Run(client, job, options).plan())
}

/**
 * Writes every item as the model has it today: of its current version, with today's keys. An item that somebody changes
 * meanwhile is planned again, never overwritten. What was begun and cut short goes on from where it was.
 */
export async function runMigration(
  client: ModelClient,
  model: AnyModel,
  options: MigrationOptions = {},
): Promise<readonly MigrationReport[]> {
  return eachOf(jobsOf(model, options), (job) => new Run(client, job, options).run())
}

/**
 * Goes on with what was begun and cut short, whichever it was: all entities or some, to the current version or back to
 * an older one. Tables of which nothing was cut short are left alone.
 */
export async function resumeMigration(
  client: ModelClient,
  model: AnyModel,
  options: Omit<MigrationOptions, 'entities' | 'version'> = {},
): Promise<readonly MigrationReport[]> {
  const context = createContext(client, options)
  const reports = await eachOf(modelTables(model), async (table) => {
    const state = await loadState(context, table)
    if (state?.status !== 'running') return []
    return [await new Run(client, jobOfGoal(model, table, state.goal), options).run()]
  })
  return reports.flat()
}

/** What is kept of the last migration of each table. */
export async function migrationStatus(
  client: ModelClient,
  model: AnyModel,
  options: ContextOptions = {},
): Promise<readonly { readonly table: string; readonly state: MigrationState | undefined }[]> {
  const context = createContext(client, options)
  return eachOf(modelTables(model), async (table) => ({
    table: table.name,
    state: await loadState(context, table),
  }))
}

/** One after the other. */
async function eachOf<One, Result>(
  all: readonly One[],
  work: (one: One) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (const one of all) results.push(await work(one))
  return results
}

/** One migration of one table. */
class Run {
  readonly #context: ModelContext
  readonly #job: Job
  readonly #options: MigrationOptions
  readonly #meter = createMeter()
  readonly #samples: MigrationSample[] = []
  readonly #problems: MigrationProblem[] = []
  readonly #startedMs: number
  #segments: SegmentState[]
  #written = 0
  #isFailed = false
  #estimatedUnits = 0
  /** Says that the work goes on, and when that was last said. */
  #keep: (() => Promise<void>) | undefined
  #keptMs = 0

  constructor(client: ModelClient, job: Job, options: MigrationOptions) {
    this.#context = createContext(client, options).around(this.#meter.wrap)
    this.#job = job
    this.#options = options
    this.#startedMs = this.#context.clock.now()
    const fresh: SegmentState = { cursor: undefined, done: false, counts: noCounts }
    this.#segments = Array.from({ length: options.segments ?? 4 }, () => fresh)
  }

  async plan(): Promise<MigrationReport> {
    await this.#goThrough(async (entity, plan) => {
      this.#sample(entity, plan)
      this.#estimatedUnits += planUnits(this.#job.table, plan)
      return plan.kind === 'same' ? 'same' : plan.kind === 'problem' ? 'problem' : 'changed'
    })
    return this.#report()
  }

  async run(): Promise<MigrationReport> {
    const [entity] = this.#job.entities as [EntityDefinition]
    const owner = `${this.#context.clock.now().toString(36)}-${this.#context.random.next().toString(36).slice(2)}`
    await this.#take(entity, owner)
    const save = async (at: number) => {
      const segment = this.#segments[at] as SegmentState
      this.#keptMs = this.#context.clock.now()
      await saveSegment(this.#context, entity, owner, { at, segment, untilMs: this.#keptMs + leaseMs })
    }
    this.#keptMs = this.#startedMs
    this.#keep = () => save(0)
    await this.#goThrough((one, plan, stored) => this.#write(one, plan, stored), save)
    const report = this.#report()
    await endWork(this.#context, entity, owner, report.complete ? 'done' : 'running')
    return report
  }

  async #take(entity: EntityDefinition, owner: string): Promise<void> {
    const { table, goal } = this.#job
    const now = this.#context.clock.now()
    const before = await loadState(this.#context, table)
    if (before !== undefined && before.untilMs > now && before.status === 'running') {
      const seconds = Math.ceil((before.untilMs - now) / 1_000)
      throw busy(
        table,
        `"${before.goal}"; if whoever ran it is gone, it can be taken up in ${seconds} seconds`,
      )
    }
    const isSame = before?.status === 'running' && before.goal === goal
    if (isSame) this.#segments = [...before.segments]
    const state: MigrationState = {
      goal,
      status: 'running',
      owner,
      untilMs: now + leaseMs,
      startedMs: isSame ? before.startedMs : now,
      segments: this.#segments,
    }
    await takeWork(this.#context, entity, state, before)
  }

  /** Goes through all segments; when one fails, the others end where they are. */
  async #goThrough(visit: Visit, save?: (at: number) => Promise<void>): Promise<void> {
    const results = await Promise.allSettled(
      this.#segments.map(async (_, at) => {
        try {
          await this.#goThroughSegment(at, visit, save)
        } catch (error) {
          this.#isFailed = true
          throw error
        }
      }),
    )
    const failed = results.find((result) => result.status === 'rejected')
    if (failed !== undefined) throw failed.reason
  }

  async #goThroughSegment(at: number, visit: Visit, save?: (at: number) => Promise<void>): Promise<void> {
    const total = this.#segments.length
    while (!this.#segments[at]?.done && !this.#isFailed && this.#options.signal?.aborted !== true) {
      const { cursor, counts } = this.#segments[at] as SegmentState
      const { Items = [], LastEvaluatedKey } = await this.#context.port.send('Scan', {
        TableName: this.#job.table.name,
        ConsistentRead: true,
        Segment: at,
        TotalSegments: total,
        Limit: this.#pageSize(),
        ...(cursor !== undefined && { ExclusiveStartKey: cursor }),
      })
      const outcomes = await this.#visitAll(Items, visit)
      // Cut short within a page: it is looked at again, and what was written is found to be right.
      if (outcomes === undefined) return
      const count = (outcome: Outcome) => outcomes.filter((one) => one === outcome).length
      const tally = {
        read: counts.read + Items.length,
        scanned: counts.scanned + outcomes.length,
        changed: counts.changed + count('changed'),
        problems: counts.problems + count('problem'),
      }
      this.#segments[at] = { cursor: LastEvaluatedKey, done: LastEvaluatedKey === undefined, counts: tally }
      await save?.(at)
      this.#options.onProgress?.(this.#progress())
    }
  }

  async #visitAll(items: readonly WireItem[], visit: Visit): Promise<Outcome[] | undefined> {
    const { entities, versionOf } = this.#job
    const outcomes: Outcome[] = []
    for (let start = 0; start < items.length; start += parallel) {
      if (this.#options.signal?.aborted === true) return undefined
      const visits = items.slice(start, start + parallel).flatMap((item) => {
        const entity = entities.find((one) => recognizeItem(one, item))
        return entity === undefined ? [] : [visit(entity, planItem(entity, item, versionOf(entity)), item)]
      })
      outcomes.push(...(await Promise.all(visits)))
      // Of a slow page nothing is heard otherwise, and somebody else would take over.
      if (this.#keep && this.#context.clock.now() - this.#keptMs > leaseMs / 3) await this.#keep()
    }
    return outcomes
  }

  /** Writes an item, planned again as long as others change it. */
  async #write(entity: EntityDefinition, first: ItemPlan, stored: WireItem): Promise<Outcome> {
    let plan = first
    for (let attempt = 0; attempt < attemptLimit; attempt++) {
      this.#sample(entity, plan)
      if (plan.kind === 'same') return 'same'
      if (plan.kind === 'problem') return 'problem'
      await this.#pace()
      try {
        await this.#send(plan.actions)
        return 'changed'
      } catch (error) {
        if (!isContention(error)) throw error
      }
      const key = keyOfItem(entity.table, stored)
      const { Item } = await this.#context.port.send('GetItem', {
        TableName: this.#job.table.name,
        Key: key,
        ConsistentRead: true,
      })
      if (Item === undefined || !recognizeItem(entity, Item)) return 'same'
      plan = planItem(entity, Item, this.#job.versionOf(entity))
    }
    const message = `others kept changing it, or an item is at its new key or has what must be unique; it was tried ${attemptLimit} times`
    this.#sample(entity, { kind: 'problem', key: keyOfItem(entity.table, stored), message })
    return 'problem'
  }

  async #send(actions: Extract<ItemPlan, { kind: 'rewrite' | 'move' }>['actions']): Promise<void> {
    const [only, ...more] = actions
    if (only !== undefined && only.kind !== 'check' && more.length === 0) {
      const { operation, input } = compileAction(only, 'NONE')
      await this.#context.port.send(operation, input as never)
    } else {
      const TransactItems = actions.map(compileTransactItem)
      await this.#context.port.send('TransactWriteItems', { TransactItems })
    }
  }

  #pageSize(): number {
    const { writesPerSecond = pageSize } = this.#options
    const timely = Math.ceil((writesPerSecond * pageSeconds) / this.#segments.length)
    return Math.min(pageSize, Math.max(1, timely))
  }

  /** Waits until the next write may be done. */
  async #pace(): Promise<void> {
    const { writesPerSecond } = this.#options
    if (writesPerSecond === undefined) return
    const dueMs = this.#startedMs + (this.#written++ / writesPerSecond) * 1_000
    const waitMs = dueMs - this.#context.clock.now()
    if (waitMs > 0) await this.#context.sleep(waitMs)
  }

  #sample(entity: EntityDefinition, plan: ItemPlan): void {
    if (plan.kind === 'problem' && this.#problems.length < 100) {
      this.#problems.push({ entity: entity.name, key: plan.key, message: plan.message })
    }
    if (plan.kind !== 'rewrite' && plan.kind !== 'move') return
    const { kind, before, after } = plan
    const like = this.#samples.filter((one) => one.entity === entity.name && one.kind === kind)
    if (like.length >= sampleLimit) return
    this.#samples.push({ entity: entity.name, kind, key: keyOfItem(entity.table, before), before, after })
  }

  #progress(): MigrationProgress {
    const sum = (name: keyof MigrationCounts) =>
      this.#segments.reduce((total, { counts }) => total + counts[name], 0)
    const { read, write } = this.#meter.read()
    return {
      table: this.#job.table.name,
      read: sum('read'),
      scanned: sum('scanned'),
      changed: sum('changed'),
      problems: sum('problems'),
      segmentsDone: this.#segments.filter(({ done }) => done).length,
      segments: this.#segments.length,
      units: { read, write },
      elapsedMs: this.#context.clock.now() - this.#startedMs,
    }
  }

  #report(): MigrationReport {
    return {
      ...this.#progress(),
      goal: this.#job.goal,
      complete: this.#segments.every(({ done }) => done),
      estimatedWriteUnits: this.#estimatedUnits,
      samples: this.#samples,
      problemList: this.#problems,
    }
  }
}

type Outcome = 'same' | 'changed' | 'problem'
type Visit = (entity: EntityDefinition, plan: ItemPlan, stored: WireItem) => Promise<Outcome>
