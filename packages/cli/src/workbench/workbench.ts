import { StorageError } from '@monotable/engine'
import type { NewConnection } from '@monotable/workbench'
import { findUnreachable } from '../endpoint-client.ts'
import { createErrorLog } from '../messages/error-log.ts'
import { explainError } from '../messages/explain-error.ts'
import { notifyIfSlow } from '../messages/notify-if-slow.ts'
import { printWaiting } from '../messages/report-silence.ts'
import { UsageError } from '../messages/usage-error.ts'
import { type OpenedDatabase, openDatabase } from '../open-database.ts'
import { describeStore, openStore } from '../place/store.ts'
import { untilSignal } from '../until-signal.ts'
import { readVersion } from '../version.ts'
import { openBrowser } from './open-browser.ts'
import { printLink } from './workbench-beside.ts'
import { workbenchHelp } from './workbench-help.ts'
import {
  parseWorkbenchOptions,
  type WorkbenchCommandOptions,
  type WorkbenchPlace,
} from './workbench-options.ts'

/** Runs `monotable workbench` until a signal ends it, and returns the exit code. */
export async function workbench(args: readonly string[]): Promise<number> {
  const options = parseWorkbenchOptions(args, process.env)
  if (options.help) {
    process.stdout.write(workbenchHelp)
    return 0
  }
  try {
    return await run(options)
  } catch (error) {
    const { place, port = 8_100 } = options
    const path = place.kind === 'store' ? describeStore(place.store) : undefined
    const attempt = { host: '127.0.0.1', port, path, takesEndpoint: true }
    const explanation = explainOwn(error) ?? explainError(error, attempt)
    if (explanation === undefined) throw error
    process.stderr.write(`monotable: ${explanation}\n`)
    return 1
  }
}

/** Explains what this command can explain better than the others. */
function explainOwn(error: unknown): string | undefined {
  if (error instanceof StorageError && error.code === 'LOCKED') {
    return (
      'A server has this data open. Open the workbench link that it printed, connect to it with --endpoint, ' +
      'or use another --path.'
    )
  }
  // Compared by name: profile errors come from a separate bundle, with its own copy of the class.
  return error instanceof Error && error.name === 'Profile' ? error.message : undefined
}

async function run(options: WorkbenchCommandOptions): Promise<number> {
  const { place, sample } = options
  const db = await openPlace(options)
  try {
    const { loadSample, startWorkbench } = await import('./start-workbench.ts')
    const address = place.kind === 'store' ? describeStore(place.store) : 'in memory'
    const embedded = db && { db, name: 'This process', address, observes: true, guarded: isOthers(options) }
    if (sample !== undefined && embedded !== undefined) {
      const loaded = await loadSample(sample, embedded)
      if (typeof loaded === 'string') throw new UsageError(loaded)
    }
    const served = await startWorkbench({
      version: readVersion(),
      port: options.port,
      readOnly: options.readOnly,
      embedded,
      other: otherPlace(options),
      modelFile: options.modelFile,
      environment: process.env,
      onModelError: (message) => process.stderr.write(`monotable: ${message}\n`),
      onNewLink: printLink,
      onError: createErrorLog({ write: (text) => process.stderr.write(text), now: () => performance.now() }),
    })
    const stopped = untilSignal()
    const link = served.link()
    printLink(link)
    process.stdout.write(`Data is ${whereIs(place)}\nPress Ctrl-C to stop.\n`)
    if (options.open) openBrowser(link)
    if (place.kind === 'endpoint') void printUnreachable(place.endpoint)
    await stopped
    await served.close()
    return 0
  } finally {
    await db?.close()
  }
}

function whereIs(place: WorkbenchPlace): string {
  switch (place.kind) {
    case 'store':
      return `in ${describeStore(place.store)}`
    case 'memory':
      return 'in memory, and will be gone when the workbench stops.'
    case 'endpoint':
      return `at ${place.endpoint}`
    case 'profile':
      return `at AWS, with the profile ${place.profile}`
  }
}

/** Tells the user that nothing answers at the endpoint. The page says so too, and works once something does. */
async function printUnreachable(endpoint: string): Promise<void> {
  const problem = await notifyIfSlow(findUnreachable(endpoint), () =>
    printWaiting(`${endpoint} has not answered yet`, 'waiting'),
  )
  if (problem !== undefined) process.stderr.write(`monotable: ${problem}\n`)
}

function otherPlace({ place, region }: WorkbenchCommandOptions): NewConnection | undefined {
  const where = region === undefined ? {} : { region }
  if (place.kind === 'endpoint') return { kind: 'endpoint', endpoint: place.endpoint, ...where }
  return place.kind === 'profile' ? { kind: 'aws', profile: place.profile, ...where } : undefined
}

async function openPlace(options: WorkbenchCommandOptions): Promise<OpenedDatabase | undefined> {
  const { place, region, store, readOnly } = options
  const common = { metrics: true, ...(region !== undefined && { region }) }
  if (place.kind === 'store') {
    const create = !readOnly && !isOthers(options)
    return openStore(place.store, { ...common, ...(store && { store }), create })
  }
  return place.kind === 'memory' ? openDatabase(common) : undefined
}

/**
 * Whether the data is probably in use elsewhere: then opening a page to look at it creates nothing, and it is read-only
 * at first.
 */
function isOthers({ place, sample }: WorkbenchCommandOptions): boolean {
  return place.kind === 'store' && 'postgres' in place.store && sample === undefined
}
