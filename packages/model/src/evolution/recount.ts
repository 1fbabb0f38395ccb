import { createMeter } from '../cost/meter.ts'
import type { EntityDefinition } from '../entities/entity-definition.ts'
import { requireOptions } from '../entities/require-options.ts'
import type { AnyModel } from '../model.ts'
import type { ModelClient } from '../port/create-port.ts'
import type { WireItem } from '../port/wire.ts'
import { type ContextOptions, createContext, type ModelContext } from '../sending/model-context.ts'
import type { MigrationProgress } from './migrate.ts'
import { loadState, type MigrationState } from './migration-state.ts'
import { ChildRecount } from './recount-children.ts'
import { type RecountJob, recountJobs } from './recount-job.ts'
import { MarkerRecount } from './recount-markers.ts'
import type { RecountProblem, RecountSample, RecountTools } from './recount-tools.ts'
import { type Outcome, TableWalk, type WalkOptions } from './table-walk.ts'

/** The number of corrections of each kind that a report shows. */
const sampleLimit = 5
const problemLimit = 100

/** What to recount, and how. */
export interface RecountOptions extends ContextOptions, WalkOptions {
  /**
   * What to recount: `Customer.email` for a uniqueness constraint, `Order.customer` for a count; by default, all of the
   * model's.
   */
  readonly relations?: readonly string[]
  readonly onProgress?: (progress: MigrationProgress) => void
}

/** The names of these options, to refuse others. */
const recountOptions = 'relations segments writesPerSecond signal onProgress clock random sleep cache'

/** The corrections that a table needs, or has got: `changed` is the number of markers and counts. */
export interface RecountReport extends MigrationProgress {
  readonly goal: string
  /** Whether the whole table was processed. */
  readonly complete: boolean
  /** The first few corrections of each kind. */
  readonly samples: readonly RecountSample[]
  /** What cannot be corrected: the first hundred found by this run. */
  readonly problemList: readonly RecountProblem[]
}

/** Reports which markers and counts are wrong, from a look at every item. Writes nothing. */
export async function planRecount(
  client: ModelClient,
  model: AnyModel,
  options: RecountOptions = {},
): Promise<readonly RecountReport[]> {
  requireOptions('planRecount', options, recountOptions)
  return recount(client, model, options, true)
}

/**
 * Corrects what was declared after items had been stored: the markers of unique values, and the counts of children.
 * Others may write at the same time, through this model. Of two items with a value that must be unique, neither is
 * changed: both are reported. Continues an interrupted recount where it stopped.
 *
 * @example
 * import { createTableInput, model, shape, table } from '@monotable/model'
 * import { relations } from '@monotable/model/relations'
 * import { openDatabase } from 'monotable'
 * const app = table('App', { key: { pk: 'PK' }, relations })
 * const Before = app.entity('User', { schema: shape<{ id: string; email: string }>(), key: { pk: 'USER#{id}' } })
 * const User = app.entity('User', {
 *   schema: shape<{ id: string; email: string }>(),
 *   key: { pk: 'USER#{id}' },
 *   unique: { email: 'EMAIL#{email}' },
 * })
 * const client = await openDatabase()
 * await client.send('CreateTable', createTableInput(app))
 * await app.connect(client, { entities: { Before } }).Before.create({ id: '1', email: 'a@example.com' })
 * const [done] = await runRecount(client, model({ entities: { User } }))
 * done?.changed
 * // 1
 */
export async function runRecount(
  client: ModelClient,
  model: AnyModel,
  options: RecountOptions = {},
): Promise<readonly RecountReport[]> {
  requireOptions('runRecount', options, recountOptions)
  return recount(client, model, options, false)
}

/** Returns the stored state of the last recount of each table that has something to recount. */
export async function recountStatus(
  client: ModelClient,
  model: AnyModel,
  options: ContextOptions = {},
): Promise<readonly { readonly table: string; readonly state: MigrationState | undefined }[]> {
  const context = createContext(client, options)
  const states = []
  for (const { table } of recountJobs(model, undefined)) {
    states.push({ table: table.name, state: await loadState(context, table, 'recount') })
  }
  return states
}

async function recount(
  client: ModelClient,
  model: AnyModel,
  options: RecountOptions,
  isPlan: boolean,
): Promise<readonly RecountReport[]> {
  const reports: RecountReport[] = []
  for (const job of recountJobs(model, options.relations)) {
    reports.push(await new Run(client, job, { ...options, isPlan }).run())
  }
  return reports
}

/** One recount of one table. */
class Run {
  readonly #context: ModelContext
  readonly #job: RecountJob
  readonly #options: RecountOptions & { readonly isPlan: boolean }
  readonly #walk: TableWalk
  /** Does not keep each request: there are as many as items written. */
  readonly #meter = createMeter({ keepsRequests: false })
  readonly #samples: RecountSample[] = []
  readonly #problems: RecountProblem[] = []
  readonly #startedMs: number
  /** The outcomes of counts that were made after all items had been visited. */
  #last: readonly Outcome[] = []

  constructor(client: ModelClient, job: RecountJob, options: RecountOptions & { readonly isPlan: boolean }) {
    this.#context = createContext(client, options).around(this.#meter.wrap)
    this.#job = job
    this.#options = options
    this.#startedMs = this.#context.clock.now()
    const { constraints, counts, goal, design } = job
    const [entity] = [...constraints.map((one) => one.entity), ...counts.map((one) => one.relation.entity)]
    const work = { kind: 'recount', goal, design } as const
    this.#walk = new TableWalk(this.#context, entity as EntityDefinition, work, options)
  }

  async run(): Promise<RecountReport> {
    const { isPlan } = this.#options
    const tools = this.#tools()
    const token = `${this.#startedMs.toString(36)}-${this.#context.random.next().toString(36).slice(2)}`
    const counts = this.#job.counts.map((job, at) => new ChildRecount(job, tools, `${token}-${at}`))
    const visitors = [
      ...this.#job.constraints.map((job) => new MarkerRecount(job, tools)),
      ...counts.filter(({ isByParent }) => isByParent),
    ]
    const apart = counts.filter(({ isByParent }) => !isByParent)
    const visit = (item: WireItem) => visitAll(visitors, item)
    const countApart = (keep: () => Promise<void>) => this.#countApart(apart, keep)
    if (isPlan) {
      await this.#walk.look(visit, this.#tell)
      await countApart(async () => undefined)
    } else await this.#walk.work(visit, this.#tell, countApart)
    return {
      ...this.#progress(),
      goal: this.#job.goal,
      complete: this.#walk.isComplete,
      samples: this.#samples,
      problemList: this.#problems,
    }
  }

  /** Makes the counts that cannot query by parent; returns false when interrupted. */
  async #countApart(counts: readonly ChildRecount[], keep: () => Promise<void>): Promise<boolean> {
    const isStopped = () => this.#options.signal?.aborted === true
    for (const one of counts) {
      const outcomes = isStopped() ? undefined : await one.countAll(keep, isStopped)
      if (outcomes === undefined) return false
      this.#last = [...this.#last, ...outcomes]
      this.#tell()
    }
    return true
  }

  #tools(): RecountTools {
    return {
      context: this.#context,
      isPlan: this.#options.isPlan,
      pace: () => this.#walk.pace(),
      sample: (sample) => {
        const like = this.#samples.filter(({ name, kind }) => name === sample.name && kind === sample.kind)
        if (like.length < sampleLimit) this.#samples.push(sample)
      },
      problem: (problem) => {
        if (this.#problems.length < problemLimit) this.#problems.push(problem)
      },
    }
  }

  readonly #tell = () => this.#options.onProgress?.(this.#progress())

  #progress(): MigrationProgress {
    const { read, write } = this.#meter.read()
    const walked = this.#walk.progress()
    const count = (outcome: Outcome) => this.#last.filter((one) => one === outcome).length
    return {
      ...walked,
      changed: walked.changed + count('changed'),
      problems: walked.problems + count('problem'),
      units: { read, write },
      elapsedMs: this.#context.clock.now() - this.#startedMs,
    }
  }
}

/** Runs visitors one after the other: two recounts of one parent would remove each other's token. */
async function visitAll(
  visitors: readonly (MarkerRecount | ChildRecount)[],
  item: WireItem,
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = []
  for (const visitor of visitors) {
    outcomes.push(...[(await visitor.visit(item)) ?? []].flat())
  }
  return outcomes
}
