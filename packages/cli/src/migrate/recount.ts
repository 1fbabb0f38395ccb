import type { AnyModel } from '@monotable/model'
import {
  type MigrationProgress,
  planRecount,
  type RecountReport,
  recountStatus,
  runRecount,
} from '@monotable/model/evolution'
import { loadModel } from '../model-file/load-model.ts'
import { ProgressBar } from '../transfer/progress.ts'
import { untilSignal } from '../until-signal.ts'
import { confirm } from './confirm.ts'
import { explainMigration } from './explain-migration.ts'
import { chosenPeriod, itemCounts, missingTable } from './migrate.ts'
import { type OpenPlace, openPlace } from './open-place.ts'
import { printState } from './print-migration.ts'
import { printRecount } from './print-recount.ts'
import { recountHelp } from './recount-help.ts'
import { parseRecountOptions, type RecountCommandOptions } from './recount-options.ts'

/** Runs `monotable recount` and returns the exit code. */
export async function recountCommand(args: readonly string[]): Promise<number> {
  const options = parseRecountOptions(args, process.env)
  if (options.help) {
    process.stdout.write(recountHelp)
    return 0
  }
  return explainMigration(options.place, async () => {
    const model = chosenPeriod((await loadModel(options.file)).model, options)
    const place = await openPlace(options.place)
    try {
      return options.action === 'status'
        ? await showStatus(place, model, options)
        : await recount(place, model, options)
    } catch (error) {
      throw (await missingTable(error, place, model)) ?? error
    } finally {
      await place.close()
    }
  })
}

async function recount(place: OpenPlace, model: AnyModel, options: RecountCommandOptions): Promise<number> {
  const isPlan = options.action === 'plan'
  const what = `Recount ${options.relations?.join(', ') ?? 'markers and counts'} of ${options.file} at ${place.name}?`
  if (!isPlan && !(await confirm(what, options.yes))) return 1
  const reports = await withProgress(place, model, options)
  if (reports.length === 0) process.stderr.write('This model declares nothing unique and no counts.\n')
  process.stdout.write(
    options.json
      ? `${JSON.stringify(reports, null, 2)}\n`
      : reports.map((report) => printRecount(report, isPlan)).join(''),
  )
  return reports.every(({ problems, complete }) => problems === 0 && complete) ? 0 : 1
}

async function withProgress(
  place: OpenPlace,
  model: AnyModel,
  { action, relations, segments, rate, json }: RecountCommandOptions,
): Promise<readonly RecountReport[]> {
  const totals = await itemCounts(place, model)
  const bar = new ProgressBar(action === 'plan' ? 'Planning' : 'Recounting', process.stderr)
  const stop = new AbortController()
  void untilSignal().then(() => {
    process.stderr.write('Stopping after the current step; press Ctrl-C again to stop at once.\n')
    stop.abort()
  })
  const onProgress = ({ table, read, changed }: MigrationProgress) => {
    if (!json) bar.update({ items: read, total: totals.get(table), note: `${changed} to correct` })
  }
  const run = action === 'plan' ? planRecount : runRecount
  const reports = await run(place.client, model, {
    segments,
    signal: stop.signal,
    onProgress,
    ...(relations && { relations }),
    ...(rate && { writesPerSecond: rate }),
  })
  bar.clear()
  return reports
}

async function showStatus(
  place: OpenPlace,
  model: AnyModel,
  { json }: RecountCommandOptions,
): Promise<number> {
  const states = await recountStatus(place.client, model)
  const how = { nowMs: Date.now(), what: 'recount', resume: 'monotable recount run' }
  const text = json
    ? `${JSON.stringify(states, null, 2)}\n`
    : states.map(({ table, state }) => printState(table, state, how)).join('')
  process.stdout.write(text)
  return 0
}
