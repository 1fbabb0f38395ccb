import { createMeter } from '../cost/meter.ts'
import type { EntityDefinition } from '../entities/entity-definition.ts'
import { keyId } from '../entities/key-id.ts'
import { keyOfItem } from '../entities/key-of-item.ts'
import type { AnyModel } from '../model.ts'
import type { ModelClient } from '../port/create-port.ts'
import { cancellationReasons, failureName, isContention } from '../port/service-failure.ts'
import type { WireItem } from '../port/wire.ts'
import { recognizeItem } from '../reads/recognize-item.ts'
import { type ContextOptions, createContext, type ModelContext } from '../sending/model-context.ts'
import { compileAction, compileTransactItem } from '../writes/compile-action.ts'
import type { WriteAction } from '../writes/write-action.ts'
import { type Job, jobOfState, jobsOf, modelTables } from './migration-job.ts'
import { loadState, type MigrationState } from './migration-state.ts'
import { type ItemPlan, planItem } from './plan-item.ts'
import { planUnits } from './plan-units.ts'
import { keyText } from './recount-tools.ts'
import { type Outcome, TableWalk, type WalkOptions, type WalkProgress } from './table-walk.ts'

/** How often an item is planned again because somebody changed it meanwhile. */
const attemptLimit = 10

/** How many items of each kind a plan shows. */
const sampleLimit = 5

/** What to migrate, and how. */
export interface MigrationOptions extends ContextOptions, WalkOptions {
  /** Which entities; all of the model's unless told. */
  readonly entities?: readonly string[]
  /** To which version; the current one unless told. Older ones need `down`. */
  readonly version?: number
  readonly onProgress?: (progress: MigrationProgress) => void
}

export interface MigrationProgress extends WalkProgress {
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
  /** Items that cannot be migrated, the first hundred that this run has met; `problems` counts those before it was cut short, too. */
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
    return [await new Run(client, jobOfState(model, table, state), options).run()]
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

/**
 * What DynamoDB has against an item itself: that it would be too large, or a key of an index of a wrong type, or that there
 * is no room for it in a partition with local indexes.
 */
const refusals = /^(Validation|ItemCollectionSizeLimitExceeded)/

function refusalOf(error: unknown): string | undefined {
  const reason = cancellationReasons(error).find(({ Code = '' }) => refusals.test(Code))
  if (reason !== undefined) return reason.Message
  return refusals.test(failureName(error) ?? '') ? (error as Error).message : undefined
}

/** The actions that found another item than they should. */
function failedIn(error: unknown, actions: readonly WriteAction[]): WriteAction[] {
  const reasons = cancellationReasons(error)
  return actions.filter((_, at) => reasons[at]?.Code === 'ConditionalCheckFailed')
}

/**
 * The same with markers left alone that turned out to be another item's: where several came to have one value before it had
 * to be unique, one has the marker, and the others have nothing to give up.
 */
function leavingMarkers(actions: readonly WriteAction[], failed: readonly WriteAction[]): WriteAction[] {
  const isAnothers = ({ entity, key }: WriteAction) =>
    failed.some(
      (one) =>
        one.kind === 'delete' && one.marker && keyId(entity.table, one.key) === keyId(entity.table, key),
    )
  return actions.map((action) => {
    const { condition } = action
    if (action.kind !== 'delete' || condition === undefined || !isAnothers(action)) return action
    return { ...action, kind: 'check', condition: { kind: 'not', condition } }
  })
}

/** What an item could not be written for. */
function obstacleOf([action]: readonly WriteAction[]): string {
  if (action?.kind !== 'put') return 'others kept changing it'
  const place = keyText(action.key)
  return action.marker
    ? `another item has what must be unique: ${place} is taken`
    : `there is an item at its new key: ${place}`
}

/** One migration of one table. */
class Run {
  readonly #context: ModelContext
  readonly #job: Job
  readonly #options: MigrationOptions
  readonly #walk: TableWalk
  /** There are as many requests as items that are written. */
  readonly #meter = createMeter({ keepsRequests: false })
  readonly #samples: MigrationSample[] = []
  readonly #problems: MigrationProblem[] = []
  readonly #startedMs: number
  #estimatedUnits = 0

  constructor(client: ModelClient, job: Job, options: MigrationOptions) {
    this.#context = createContext(client, options).around(this.#meter.wrap)
    this.#job = job
    this.#options = options
    this.#startedMs = this.#context.clock.now()
    const [entity] = job.entities as [EntityDefinition]
    const work = { kind: 'migration', goal: job.goal, design: job.design } as const
    this.#walk = new TableWalk(this.#context, entity, work, options)
  }

  async plan(): Promise<MigrationReport> {
    const visit = async (entity: EntityDefinition, plan: ItemPlan): Promise<Outcome> => {
      this.#sample(entity, plan)
      this.#estimatedUnits += planUnits(this.#job.table, plan)
      return plan.kind === 'same' ? 'same' : plan.kind === 'problem' ? 'problem' : 'changed'
    }
    await this.#walk.look((item) => this.#visit(item, visit), this.#tell)
    return this.#report()
  }

  async run(): Promise<MigrationReport> {
    const visit = (entity: EntityDefinition, plan: ItemPlan, item: WireItem) =>
      this.#write(entity, plan, item)
    await this.#walk.work((item) => this.#visit(item, visit), this.#tell)
    return this.#report()
  }

  async #visit(
    item: WireItem,
    visit: (entity: EntityDefinition, plan: ItemPlan, stored: WireItem) => Promise<Outcome>,
  ): Promise<readonly Outcome[]> {
    const { entities, versionOf } = this.#job
    const entity = entities.find((one) => recognizeItem(one, item))
    return entity === undefined ? [] : [await visit(entity, planItem(entity, item, versionOf(entity)), item)]
  }

  readonly #tell = () => this.#options.onProgress?.(this.#progress())

  /** Writes an item, planned again as long as others change it. */
  async #write(entity: EntityDefinition, first: ItemPlan, stored: WireItem): Promise<Outcome> {
    let plan = first
    let failed: readonly WriteAction[] = []
    const key = keyOfItem(entity.table, stored)
    for (let attempt = 0; attempt < attemptLimit; attempt++) {
      this.#sample(entity, plan)
      if (plan.kind === 'same') return 'same'
      if (plan.kind === 'problem') return 'problem'
      await this.#walk.pace()
      const actions = leavingMarkers(plan.actions, failed)
      try {
        await this.#send(actions)
        return 'changed'
      } catch (error) {
        const message = refusalOf(error)
        if (message !== undefined) {
          this.#sample(entity, { kind: 'problem', key, message })
          return 'problem'
        }
        if (!isContention(error)) throw error
        failed = failedIn(error, actions)
      }
      const { Item } = await this.#context.port.send('GetItem', {
        TableName: this.#job.table.name,
        Key: key,
        ConsistentRead: true,
      })
      if (Item === undefined || !recognizeItem(entity, Item)) return 'same'
      plan = planItem(entity, Item, this.#job.versionOf(entity))
    }
    const message = `${obstacleOf(failed)}; it was tried ${attemptLimit} times`
    this.#sample(entity, { kind: 'problem', key, message })
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
    const { read, write } = this.#meter.read()
    return {
      ...this.#walk.progress(),
      units: { read, write },
      elapsedMs: this.#context.clock.now() - this.#startedMs,
    }
  }

  #report(): MigrationReport {
    return {
      ...this.#progress(),
      goal: this.#job.goal,
      complete: this.#walk.isComplete,
      estimatedWriteUnits: this.#estimatedUnits,
      samples: this.#samples,
      problemList: this.#problems,
    }
  }
}
