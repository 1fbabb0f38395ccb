import type { AnyModel } from '@monotable/model'
import type { Finding } from '@monotable/model/check'
import {
  inPeriod,
  type MigrationProgress,
  type MigrationReport,
  migrationStatus,
  planMigration,
  resumeMigration,
  runMigration,
} from '@monotable/model/evolution'
import { ConfigurationError } from '@monotable/server'
import { type LoadedModel, loadModel } from '../model-file/load-model.ts'
import { findDrift } from '../model-file/schema-lock.ts'
import { ProgressBar } from '../transfer/progress.ts'
import { untilSignal } from '../until-signal.ts'
import { applyIndexes, describeIndexes } from './apply-indexes.ts'
import { confirm } from './confirm.ts'
import { explainMigration } from './explain-migration.ts'
import { migrateHelp } from './migrate-help.ts'
import { type MigrateOptions, parseMigrateOptions } from './migrate-options.ts'
import { type OpenPlace, openPlace } from './open-place.ts'
import { type IndexChange, planIndexes } from './plan-indexes.ts'
import { printDrift, printReport, printState } from './print-migration.ts'

/** Runs `monotable migrate` and returns the exit code. */
export async function migrateCommand(args: readonly string[]): Promise<number> {
  const options = parseMigrateOptions(args, process.env)
  if (options.help) {
    process.stdout.write(migrateHelp)
    return 0
  }
  return explainMigration(options.place, async () => {
    const loaded = await loadModel(options.file)
    const model = chosenPeriod(loaded.model, options)
    const place = await openPlace(options.place)
    try {
      return await migrate(place, model, { ...options, file: loaded.file }, () => driftOf(loaded, options))
    } catch (error) {
      throw (await missingTable(error, place, model)) ?? error
    } finally {
      await place.close()
    }
  })
}

/** Returns the model, or what it has in the tables of the period that the options name. */
export function chosenPeriod(model: AnyModel, { period }: Pick<MigrateOptions, 'period'>): AnyModel {
  return period === undefined ? model : inPeriod(model, period)
}

/** Returns how the model differs from its lock, by the tables that are migrated. */
function driftOf({ file, model }: LoadedModel, { period }: MigrateOptions): readonly Finding[] {
  const all = findDrift(file, model)
  if (period === undefined) return all
  const named = Object.values(model.entities).map(
    ({ definition: { table } }): [string | undefined, string] => [
      table.name,
      table.periods?.nameOf(table.name, period) ?? table.name,
    ],
  )
  const names = new Map(named)
  return all.map((one) => ({ ...one, ...(one.table && { table: names.get(one.table) ?? one.table }) }))
}

async function migrate(
  place: OpenPlace,
  model: AnyModel,
  options: MigrateOptions,
  driftOf: () => readonly Finding[],
): Promise<number> {
  const { action } = options
  if (action === 'rollback') requireOlder(model, options)
  if (action === 'status') return showStatus(place, model, options)
  const indexes = await indexChanges(place, model)
  const isRunning = action === 'resume' ? await requireCutShort(place, model) : true
  if (!isRunning) return 1
  if (action !== 'plan') {
    const what = `Migrate the tables of ${options.file} at ${place.name}${options.version ? ` to version ${options.version}` : ''}?`
    if (!(await confirm(what, options.yes))) return 1
  }
  if (options.indexes && action !== 'plan') {
    for (const [table, changes] of indexes) await applyIndexes(place, table, changes, printLine)
  }
  const reports = await withProgress(place, model, options)
  const drift = action === 'plan' ? driftOf() : []
  const shown = (table: string) => (action === 'plan' || options.indexes ? (indexes.get(table) ?? []) : [])
  if (options.json) {
    const documents = reports.map((report) => ({
      ...report,
      indexes: shown(report.table),
      drift: drift.filter(({ table }) => table === report.table),
    }))
    process.stdout.write(`${JSON.stringify(documents, null, 2)}\n`)
  } else {
    for (const report of reports)
      process.stdout.write(printReport(report, shown(report.table), action === 'plan'))
    process.stdout.write(printDrift(drift))
  }
  return reports.every(({ problems, complete }) => problems === 0 && complete) ? 0 : 1
}

/** Adds the name of the missing table to an error, which does not contain it. */
export async function missingTable(
  error: unknown,
  place: OpenPlace,
  model: AnyModel,
): Promise<ConfigurationError | undefined> {
  if ((error as Error).name !== 'ResourceNotFoundException') return undefined
  for (const name of new Set(Object.values(model.entities).map(({ definition }) => definition.table.name))) {
    if ((await describeIndexes(place, name)) === undefined) {
      return new ConfigurationError(`There is no table ${name} at ${place.name}.`, { cause: error })
    }
  }
  return undefined
}

/** Rejects a rollback to a version that is not older, since that would migrate forwards. */
function requireOlder(model: AnyModel, { version = 1, entities }: MigrateOptions): void {
  const all = Object.values(model.entities).map(({ definition }) => definition)
  const chosen = all.filter(({ name }) => entities?.includes(name) ?? true)
  const newest = Math.max(1, ...chosen.map(({ evolution }) => evolution?.current ?? 1))
  if (chosen.length === 0 || version < newest) return
  throw new ConfigurationError(`Version ${version} is not an older version: the current one is ${newest}.`)
}

async function withProgress(
  place: OpenPlace,
  model: AnyModel,
  options: MigrateOptions,
): Promise<readonly MigrationReport[]> {
  const { action, entities, version, segments, rate, unchecked } = options
  const totals = await itemCounts(place, model)
  const bars = new Map<string, ProgressBar>()
  const barOf = (table: string) => {
    const bar = bars.get(table) ?? new ProgressBar(barLabel(action, table, totals.size), process.stderr)
    bars.set(table, bar)
    return bar
  }
  const stop = new AbortController()
  void untilSignal().then(() => {
    printLine('Stopping after the current step; press Ctrl-C again to stop at once.')
    stop.abort()
  })
  const onProgress = ({ table, read, units }: MigrationProgress) => {
    if (!options.json)
      barOf(table).update({
        items: read,
        total: totals.get(table),
        note: `${Math.round(units.read)} read and ${Math.round(units.write)} write units`,
      })
  }
  const run = action === 'plan' ? planMigration : action === 'resume' ? resumeMigration : runMigration
  const reports = await run(place.client, model, {
    segments,
    unchecked,
    signal: stop.signal,
    onProgress,
    ...(entities && { entities }),
    ...(version && { version }),
    ...(rate && { writesPerSecond: rate }),
  })
  for (const bar of bars.values()) bar.clear()
  return reports
}

function barLabel(action: MigrateOptions['action'], table: string, tables: number): string {
  const label = action === 'plan' ? 'Planning' : 'Migrating'
  return tables > 1 ? `${label}, ${table}` : label
}

/** Returns approximately how many items each table has. */
export async function itemCounts(
  place: OpenPlace,
  model: AnyModel,
): Promise<ReadonlyMap<string, number | undefined>> {
  const counts = new Map<string, number | undefined>()
  for (const { definition } of Object.values(model.entities)) {
    const { name } = definition.table
    if (!counts.has(name)) counts.set(name, (await describeIndexes(place, name))?.ItemCount)
  }
  return counts
}

async function indexChanges(
  place: OpenPlace,
  model: AnyModel,
): Promise<ReadonlyMap<string, readonly IndexChange[]>> {
  const tables = new Set(Object.values(model.entities).map(({ definition }) => definition.table))
  const changes = new Map<string, readonly IndexChange[]>()
  for (const table of tables) {
    const described = await describeIndexes(place, table.name)
    changes.set(table.name, described === undefined ? [] : planIndexes(table, described))
  }
  return changes
}

async function requireCutShort(place: OpenPlace, model: AnyModel): Promise<boolean> {
  const states = await migrationStatus(place.client, model)
  if (states.some(({ state }) => state?.status === 'running')) return true
  printLine('There is no interrupted migration to resume. "monotable migrate run" starts one.')
  return false
}

async function showStatus(place: OpenPlace, model: AnyModel, { json }: MigrateOptions): Promise<number> {
  const states = await migrationStatus(place.client, model)
  const text = json
    ? `${JSON.stringify(states, null, 2)}\n`
    : states
        .map(({ table, state }) =>
          printState(table, state, {
            nowMs: Date.now(),
            what: 'migration',
            resume: 'monotable migrate resume',
          }),
        )
        .join('')
  process.stdout.write(text)
  return 0
}

function printLine(line: string): void {
  process.stderr.write(`${line}\n`)
}
