import { appendFileSync } from 'node:fs'
import {
  createStreamDirectory,
  createTrigger,
  planTrigger,
  systemClock,
  systemRandom,
  type Trigger,
  type TriggerHandler,
  type TriggerOptions,
} from '@monotable/engine'
import { ServiceError } from '@monotable/protocol'
import { ConfigurationError, type Credentials, createServer } from '@monotable/server'
import type { StoreLock } from '@monotable/storage-files'
import { createEndpointClient, EndpointError, explainEndpointError, streamsUrl } from '../endpoint-client.ts'
import { explainError } from '../messages/explain-error.ts'
import { explainFileError } from '../messages/explain-file-error.ts'
import { reportSilence } from '../messages/report-silence.ts'
import { describeStore, openStore, type Store } from '../place/store.ts'
import { readCredentials } from '../transfer/read-credentials.ts'
import { untilSignal } from '../until-signal.ts'
import { createFileTriggerStore } from './file-trigger-store.ts'
import { loadHandler } from './load-handler.ts'
import { triggerHelp } from './trigger-help.ts'
import { createTriggerLog } from './trigger-log.ts'
import { parseTriggerOptions, type TriggerCommandOptions } from './trigger-options.ts'

/** Where a trigger reads its changes, and what must be closed afterwards. */
interface Source {
  readonly url: string
  /** The keys that sign requests to it. */
  readonly credentials: Credentials
  start(handler: TriggerHandler, options: TriggerOptions): Promise<Trigger>
  close(): Promise<void>
}

/** The clocks of the stream and of this process may differ by this much. */
const clockSkewMs = 60_000
/** Lambda polls a stream four times a second. */
const pollMs = 250

/** Runs `monotable trigger` until a signal ends it, and returns the exit code. */
export async function trigger(args: readonly string[]): Promise<number> {
  const options = parseTriggerOptions(args, process.env)
  if (options.help) {
    process.stdout.write(triggerHelp)
    return 0
  }
  try {
    return await runTrigger(options)
  } catch (error) {
    const { store } = options.place
    const attempt = { path: store ? describeStore(store) : options.stateFolder, takesEndpoint: true }
    const explanation = explain(error, options) ?? explainError(error, attempt)
    if (explanation === undefined) throw error
    process.stderr.write(`monotable: ${explanation}\n`)
    return 1
  }
}

async function runTrigger(options: TriggerCommandOptions): Promise<number> {
  const stopped = untilSignal().then(() => {
    if (!options.json) process.stderr.write('Stopping; press Ctrl-C again to stop at once.\n')
  })
  const write = (text: string) => void process.stdout.write(text)
  const { store } = options.place
  const file = options.onFailureFile
  const source = store === undefined ? endpointSource(options) : await storeSource(options, store)
  try {
    setEnvironment(options, source)
    const handler = await loadHandler(options.handler, options.exportName)
    // Checked at startup: the first record that is given up may be days away.
    if (file !== undefined) appendFileSync(file, '')
    const log = createTriggerLog({ write, json: options.json, time: () => new Date() })
    const running = await source.start(handler, {
      ...options.trigger,
      observe: log,
      ...(file && { onFailure: (letter) => appendFileSync(file, `${JSON.stringify(letter)}\n`) }),
    })
    announce(options, running, source.url)
    if (options.redrive) printRedriven(options, await running.redrive())
    return await untilEnd(running, options, stopped)
  } finally {
    await source.close()
  }
}

/** Waits for a signal or, with `--once`, for the last record. */
async function untilEnd(
  running: Trigger,
  { once }: TriggerCommandOptions,
  stopped: Promise<void>,
): Promise<number> {
  // Neither waiting for a stream nor waiting for a signal keeps a process alive.
  const alive = setInterval(() => {}, 60_000)
  try {
    const idle = once ? running.idle().then(() => undefined) : new Promise<undefined>(() => {})
    const failure = await Promise.race([idle, stopped]).then(
      () => undefined,
      (error: unknown) => ({ error }),
    )
    await running.stop()
    if (failure === undefined) return 0
    process.stderr.write(`monotable: the handler keeps failing: ${String(failure.error)}\n`)
    return 1
  } finally {
    clearInterval(alive)
  }
}

/** Makes the source for a table at an endpoint: its stream is polled, and the checkpoint is in a file. */
function endpointSource({ place, table, stateFolder }: TriggerCommandOptions): Source {
  const { endpoint, region, profile } = place
  const credentials = readCredentials(process.env, { profile, endpoint })
  const send = reportSilence(endpoint, createEndpointClient({ endpoint, region, credentials }))
  const listen = (_streamArn: string, call: () => void) => {
    const timer = setInterval(call, pollMs)
    return () => clearInterval(timer)
  }
  let lock: StoreLock | undefined
  return {
    url: endpoint,
    credentials,
    start: async (handler, options) => {
      const plan = planTrigger(table, handler, options)
      await send('DescribeTable', { TableName: table })
      const store = createFileTriggerStore(stateFolder, plan.name)
      lock = await store.lock()
      return createTrigger({
        plan,
        handler,
        directory: createStreamDirectory({ tableName: table, send, listen }),
        store,
        clock: systemClock,
        random: systemRandom,
        clockSkewMs,
        ...(options.observe && { observe: options.observe }),
      })
    },
    close: async () => lock?.release(),
  }
}

/** Makes the source for a table in a store of ours: it is served meanwhile, so that the handler itself can use it. */
async function storeSource({ place, table }: TriggerCommandOptions, store: Store): Promise<Source> {
  const { region } = place
  const db = await openStore(store, { region, create: false })
  const server = await createServer(db, { host: '127.0.0.1', port: 0, region }).catch(async (error) => {
    await db.close()
    throw error
  })
  return {
    url: server.url,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    start: (handler, options) => db.on(table, handler, options),
    close: async () => {
      await server.close()
      await db.close()
    },
  }
}

/**
 * Sets the variables that Lambda sets for a function, so that an SDK in the handler finds the same database without
 * configuration.
 */
function setEnvironment(
  { place, trigger: { name } }: TriggerCommandOptions,
  { url, credentials }: Source,
): void {
  const { accessKeyId, secretAccessKey, sessionToken } = credentials
  const keys = {
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    ...(sessionToken && { AWS_SESSION_TOKEN: sessionToken }),
  }
  const defaults = {
    AWS_ENDPOINT_URL_DYNAMODB: url,
    AWS_ENDPOINT_URL_DYNAMODB_STREAMS: streamsUrl(url).href,
    AWS_REGION: place.region,
    AWS_LAMBDA_FUNCTION_NAME: name,
    // Parts of two different keys would not work together.
    ...(!process.env['AWS_ACCESS_KEY_ID'] && keys),
  }
  for (const [variable, value] of Object.entries(defaults)) process.env[variable] ||= value
}

function announce(options: TriggerCommandOptions, { name }: Trigger, url: string): void {
  const { table, handler, exportName, json, place } = options
  if (json) {
    const event = { event: 'started', name, table, url, pid: process.pid }
    process.stdout.write(`${JSON.stringify(event)}\n`)
    return
  }
  const where = place.store === undefined ? url : `${describeStore(place.store)} (served on ${url})`
  const lines = [
    `Trigger ${name}: ${exportName} of ${handler} handles the changes of ${table} in ${where}`,
    ...(options.once ? [] : ['Press Ctrl-C to stop; next time it continues from there.']),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}

function printRedriven(
  { json }: TriggerCommandOptions,
  { handled, failed }: { readonly handled: number; readonly failed: number },
): void {
  const text = `Of the records given up on earlier, ${handled} were handled and ${failed} failed again.`
  process.stdout.write(`${json ? JSON.stringify({ event: 'redriven', handled, failed }) : text}\n`)
}

/** Explains to a person why the trigger could not start. */
function explain(error: unknown, { table, place }: TriggerCommandOptions): string | undefined {
  if (error instanceof ConfigurationError) return error.message
  const { endpoint, store } = place
  const isNotThere = (error as Error).name === 'ResourceNotFoundException'
  if (isNotThere) return `There is no table ${table} at ${store ? describeStore(store) : endpoint}.`
  if (error instanceof EndpointError) return explainEndpointError(error, endpoint)
  return error instanceof ServiceError ? error.message : explainFileError(error)
}
