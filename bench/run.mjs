// npm run bench: measures Monotable beside its peers. See --help.
import { loadavg } from 'node:os'
import { goalsTable, judgeGoals } from './goals.mjs'
import { help, readOptions } from './options.mjs'
import { machineText, mergeResults, tableText, writeResults } from './report.mjs'
import { measureBackup } from './sections/backup.mjs'
import { measureCheckpoints } from './sections/checkpoints.mjs'
import { measureColdStart } from './sections/cold-start.mjs'
import { measureExpiry } from './sections/expiry.mjs'
import { measureGrowth } from './sections/growth.mjs'
import { measureHttp } from './sections/http.mjs'
import { measureInProcess } from './sections/in-process.mjs'
import { measureItemSizes } from './sections/item-sizes.mjs'
import { measureMemory } from './sections/memory.mjs'
import { measureModel } from './sections/model.mjs'
import { measurePartiql } from './sections/partiql.mjs'
import { measurePostgres } from './sections/postgres.mjs'
import { measureServedGrowth } from './sections/served-growth.mjs'
import { measureStreams } from './sections/streams.mjs'
import { measureVectors } from './sections/vectors.mjs'
import { measureWorkbench } from './sections/workbench.mjs'
import { findSubjects } from './subjects.mjs'

/**
 * What every section receives.
 * @typedef {object} Bench
 * @property {import('./options.mjs').Options} options
 * @property {readonly import('./subjects.mjs').Subject[]} subjects
 * @property {(line: string) => void} say Reports progress.
 */

/** @type {{ [section: string]: (bench: Bench) => Promise<{ figures: any[], tables: import('./report.mjs').Table[] }> }} */
const sections = {
  http: measureHttp,
  'in-process': measureInProcess,
  'cold-start': measureColdStart,
  memory: measureMemory,
  growth: measureGrowth,
  'served-growth': measureServedGrowth,
  'item-sizes': measureItemSizes,
  checkpoints: measureCheckpoints,
  expiry: measureExpiry,
  backup: measureBackup,
  model: measureModel,
  partiql: measurePartiql,
  postgres: measurePostgres,
  streams: measureStreams,
  vectors: measureVectors,
  workbench: measureWorkbench,
}

// On some machines, Node is set to trust additional certificates. It reads them at startup, needed or not, which takes
// longer than anything measured of a cold start.
delete process.env['NODE_EXTRA_CA_CERTS']

const options = readOptions(process.argv.slice(2))
if (options.help) console.log(help)
else await run()

async function run() {
  const say = (/** @type {string} */ line) => console.error(line)
  const [loadBefore = 0] = loadavg()
  say(machineText())
  const bench = { options, subjects: findSubjects(options.peers, say), say }
  const tables = []
  /** @type {{ [section: string]: any[] }} */
  const figures = {}
  for (const section of options.sections) {
    say(`${section}:`)
    const found = await sections[section](bench).catch((error) => {
      console.error(error)
      process.exitCode = 1
    })
    if (found === undefined) continue
    figures[section] = found.figures
    tables.push(...found.tables)
    if (!options.json) for (const table of found.tables) console.log(`\n${tableText(table)}`)
  }
  const verdicts = judgeGoals(figures)
  if (verdicts.length > 0) tables.unshift(goalsTable(verdicts))
  if (options.json) console.log(JSON.stringify({ machine: machineText(), figures, verdicts }, undefined, 2))
  else if (verdicts.length > 0) console.log(`\n${tableText(goalsTable(verdicts))}`)
  if (process.exitCode !== undefined) return
  if (options.whole) writeResults(tables, loadBefore)
  else if (options.merges) mergeResults(tables, ['npm run bench --', ...process.argv.slice(2)].join(' '))
}
