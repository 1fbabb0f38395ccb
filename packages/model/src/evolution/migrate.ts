import { createMeter } from '../cost/meter.ts'
import type { EntityDefinition } from '../entities/entity-definition.ts'
import { keyId } from '../entities/key-id.ts'
import { keyOfItem } from '../entities/key-of-item.ts'
import { requireOptions } from '../entities/require-options.ts'
import { versionEntity } from '../history/version-entity.ts'
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

/** How often an item is planned again after others have changed it. */
const attemptLimit = 10

/** The number of items of each kind that a plan shows. */
const sampleLimit = 5

/** What to migrate, and how. */
export interface MigrationOptions extends ContextOptions, WalkOptions {
  /** The entities to migrate; by default, all of the model's. */
  readonly entities?: readonly string[]
  /** The version to migrate to; by default, the current one. Older ones need `down`. */
  readonly version?: number
  /**
   * Whether to store what steps return even if the schema refuses it: for a schema that does not take what it returns,
   * because it transforms values.
   */
  readonly unchecked?: boolean
  readonly onProgress?: (progress: MigrationProgress) => void
}

/** The names of these options, to refuse others. */
const walkOptions = 'segments writesPerSecond signal unchecked onProgress clock random sleep cache'
const migrationOptions = `entities version ${walkOptions}`

export interface MigrationProgress extends WalkProgress {
  readonly units: { readonly read: number; readonly write: number }
  readonly elapsedMs: number
}

/** An item to be written, before and after. */
export interface MigrationSample {
  readonly entity: string
  readonly kind: 'rewrite' | 'move'
  /** The key under which the item was stored before. */
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
  /** Whether the whole table was processed. */
  readonly complete: boolean
  /** The approximate units for writing what a plan shows, indexes included; 0 for a migration that was run. */
  readonly estimatedWriteUnits: number
  readonly samples: readonly MigrationSample[]
  /**
   * Items that cannot be migrated: the first hundred found by this run. `problems` also counts those found before an
   * interruption.
   */
  readonly problemList: readonly MigrationProblem[]
}

/** Reports what a migration would write, from a look at every item. Writes nothing. */
export async function planMigration(
  client: ModelClient,
  model: AnyModel,
  options: MigrationOptions = {},
): Promise<readonly MigrationReport[]> {
  requireOptions('planMigration', options, migrationOptions)
  return eachOf(jobsOf(model, options), (job) => new Run(client, job, options).plan())
}

/**
 * Rewrites every item to the current version, with its current keys. An item that others change in the meantime is
 * planned again, never overwritten. Continues an interrupted migration where it stopped.
 */
export async function runMigration(
  client: ModelClient,
  model: AnyModel,
  options: MigrationOptions = {},
): Promise<readonly MigrationReport[]> {
  requireOptions('runMigration', options, migrationOptions)
  return eachOf(jobsOf(model, options), (job) => new Run(client, job, options).run())
}

/**
 * Continues interrupted migrations, whatever their target: of all entities or some, to the current version or back to
 * an older one. Leaves alone tables without an interrupted migration.
 */
export async function resumeMigration(
  client: ModelClient,
  model: AnyModel,
  options: Omit<MigrationOptions, 'entities' | 'version'> = {},
): Promise<readonly MigrationReport[]> {
  requireOptions('resumeMigration', options, walkOptions)
  const context = createContext(client, options)
  const reports = await eachOf(modelTables(model), async (table) => {
    const state = await loadState(context, table)
    if (state?.status !== 'running') return []
    return [await new Run(client, jobOfState(model, table, state), options).run()]
  })
  return reports.flat()
}

/** Returns the stored state of each table's last migration. */
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

/** Processes the elements one after the other. */
async function eachOf<One, Result>(
  all: readonly One[],
  work: (one: One) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (const one of all) results.push(await work(one))
  return results
}

/**
 * Refusals that concern the item itself: it would be too large, an index key would have the wrong type, or its
 * partition, in a table with local indexes, is full.
 */
const refusals = /^(Validation|ItemCollectionSizeLimitExceeded)/

function refusalOf(error: unknown): string | undefined {
  const reason = cancellationReasons(error).find(({ Code = '' }) => refusals.test(Code))
  if (reason !== undefined) return reason.Message
  return refusals.test(failureName(error) ?? '') ? (error as Error).message : undefined
}

/** Returns the actions whose condition failed. */
function failedIn(error: unknown, actions: readonly WriteAction[]): WriteAction[] {
  const reasons = cancellationReasons(error)
  return actions.filter((_, at) => reasons[at]?.Code === 'ConditionalCheckFailed')
}

/**
 * Replaces the removal of markers that turned out to belong to another item by a check of that: if several items had
 * the same value before it had to be unique, one has the marker, and the others have none to give up.
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

/** Returns the entity of the versions that an entity keeps, if it keeps any; only the items themselves are unique. */
function versionsOf(entity: EntityDefinition): EntityDefinition[] {
  return entity.history === undefined ? [] : [{ ...versionEntity(entity), unique: [] }]
}

/** Returns the reason why an item could not be written. */
function obstacleOf([action]: readonly WriteAction[]): string {
  if (action?.kind !== 'put') return 'others kept changing it'
  const place = keyText(action.key)
  return action.marker
    ? `another item has the same unique value: ${place} is taken`
    : `another item has its new key: ${place}`
}

/** One migration of one table. */
class Run {
  readonly #context: ModelContext
  readonly #job: Job
  readonly #options: MigrationOptions
  readonly #walk: TableWalk
  /** The version to bring the items of each entity to. The versions that an entity keeps are items of their own. */
  readonly #goals: ReadonlyMap<EntityDefinition, number>
  /** Does not keep each request: there are as many as items written. */
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
    this.#goals = new Map(
      job.entities.flatMap((entity) =>
        [entity, ...versionsOf(entity)].map((one) => [one, job.versionOf(entity)]),
      ),
    )
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
    const entity = [...this.#goals.keys()].find((one) => recognizeItem(one, item))
    return entity === undefined ? [] : [await visit(entity, this.#plan(entity, item), item)]
  }

  #plan(entity: EntityDefinition, item: WireItem): ItemPlan {
    return planItem(entity, item, this.#goals.get(entity) as number, this.#options.unchecked)
  }

  readonly #tell = () => this.#options.onProgress?.(this.#progress())

  /** Writes an item; plans it again as long as others change it. */
  async #write(entity: EntityDefinition, first: ItemPlan, stored: WireItem): Promise<Outcome> {
    let plan = first
    let failed: readonly WriteAction[] = []
    const key = keyOfItem(entity.table, stored)
    for (let attempt = 0; attempt < attemptLimit; attempt++) {
      if (plan.kind === 'same') return 'same'
      if (plan.kind === 'problem') {
        this.#sample(entity, plan)
        return 'problem'
      }
      await this.#walk.pace()
      const actions = leavingMarkers(plan.actions, failed)
      try {
        await this.#send(actions)
        this.#sample(entity, plan)
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
      plan = this.#plan(entity, Item)
    }
    const message = `${obstacleOf(failed)}; gave up after ${attemptLimit} attempts`
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
