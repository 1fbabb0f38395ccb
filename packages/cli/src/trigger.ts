import { appendFileSync } from 'node:fs'
import { resolve } from 'node:path'
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
import { ConfigurationError, createServer } from '@monotable/server'
import { createEndpointClient, EndpointError, explainEndpointError } from './endpoint-client.ts'
import { explainError } from './explain-error.ts'
import { createFileTriggerStore } from './file-trigger-store.ts'
import { loadHandler } from './load-handler.ts'
import { openDatabase } from './open-database.ts'
import { requireFolder } from './transfer/require-folder.ts'
import { triggerHelp } from './trigger-help.ts'
import { createTriggerLog } from './trigger-log.ts'
import { parseTriggerOptions, type TriggerCommandOptions } from './trigger-options.ts'
import { untilSignal } from './until-signal.ts'

/** Where a trigger gets its changes from, and what has to be closed after it. */
interface Source {
  readonly url: string
  start(handler: TriggerHandler, options: TriggerOptions): Promise<Trigger>
  close(): Promise<void>
}

/** A stream's clock and this one may differ by so much. */
const clockSkewMs = 60_000
/** Lambda asks a stream for news four times a second. */
const pollMs = 250

/** Runs `monotable trigger` until a signal ends it, and gives the exit code. */
export async function trigger(args: readonly string[]): Promise<number> {
  const options = parseTriggerOptions(args, process.env)
  if (options.help) {
    process.stdout.write(triggerHelp)
    return 0
  }
  try {
    return await runTrigger(options)
  } catch (error) {
    const path = options.path === undefined ? undefined : resolve(options.path)
    const explanation = explain(error, options) ?? explainError(error, { host: '127.0.0.1', port: 0, path })
    if (explanation === undefined) throw error
    process.stderr.write(`monotable: ${explanation}\n`)
    return 1
  }
}

async function runTrigger(options: TriggerCommandOptions): Promise<number> {
  const stopped = untilSignal()
  const write = (text: string) => void process.stdout.write(text)
  const source =
    options.path === undefined ? endpointSource(options) : await folderSource(options, options.path)
  try {
    setEnvironment(options, source.url)
    const handler = await loadHandler(options.handler, options.exportName)
    const log = createTriggerLog({ write, json: options.json, time: () => new Date() })
    const file = options.onFailureFile
    const running = await source.start(handler, {
      ...options.trigger,
      observe: log,
      ...(file && { onFailure: (letter) => appendFileSync(file, `${JSON.stringify(letter)}\n`) }),
    })
    announce(options, running, source.url)
    if (options.redrive) tellRedriven(options, await running.redrive())
    return await untilEnd(running, options, stopped)
  } finally {
    await source.close()
  }
}

/** Waits for a signal or, with `--once`, for the last record. */
async function untilEnd(
  running: Trigger,
  { once, json }: TriggerCommandOptions,
  stopped: Promise<void>,
): Promise<number> {
  // Neither waiting for a stream nor for a signal keeps a process alive.
  const alive = setInterval(() => {}, 60_000)
  try {
    const idle = once ? running.idle().then(() => undefined) : new Promise<undefined>(() => {})
    const signalled = stopped.then(() => {
      if (!json) process.stderr.write('Stopping; press Ctrl-C again to stop at once.\n')
    })
    const failure = await Promise.race([idle, signalled]).then(
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

/** A table at an endpoint: its stream is asked again and again, and the checkpoint is in a file. */
function endpointSource({ endpoint, region, table, stateFolder }: TriggerCommandOptions): Source {
  const send = createEndpointClient({ endpoint, region, credentials: credentials() })
  const listen = (_streamArn: string, call: () => void) => {
    const timer = setInterval(call, pollMs)
    return () => clearInterval(timer)
  }
  return {
    url: endpoint,
    start: async (handler, options) => {
      const plan = planTrigger(table, handler, options)
      await send('DescribeTable', { TableName: table })
      return createTrigger({
        plan,
        handler,
        directory: createStreamDirectory({ tableName: table, send, listen }),
        store: createFileTriggerStore(stateFolder, plan.name),
        clock: systemClock,
        random: systemRandom,
        clockSkewMs,
        ...(options.observe && { observe: options.observe }),
      })
    },
    close: async () => {},
  }
}

/** A table in a folder: it is served meanwhile, so that the handler itself can use it. */
async function folderSource({ region, table }: TriggerCommandOptions, path: string): Promise<Source> {
  requireFolder(path)
  const db = await openDatabase({ path: resolve(path), region })
  const server = await createServer(db, { host: '127.0.0.1', port: 0, region }).catch(async (error) => {
    await db.close()
    throw error
  })
  return {
    url: server.url,
    start: (handler, options) => db.on(table, handler, options),
    close: async () => {
      await server.close()
      await db.close()
    },
  }
}

function credentials() {
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } = process.env
  if (AWS_ACCESS_KEY_ID === undefined || AWS_SECRET_ACCESS_KEY === undefined) {
    return { accessKeyId: 'local', secretAccessKey: 'local' }
  }
  const keys = { accessKeyId: AWS_ACCESS_KEY_ID, secretAccessKey: AWS_SECRET_ACCESS_KEY }
  return AWS_SESSION_TOKEN === undefined ? keys : { ...keys, sessionToken: AWS_SESSION_TOKEN }
}

/** What Lambda sets for a function, so that an SDK within it finds the same database without being told. */
function setEnvironment({ region, trigger: { name } }: TriggerCommandOptions, url: string): void {
  const { accessKeyId, secretAccessKey } = credentials()
  const defaults = {
    AWS_ENDPOINT_URL_DYNAMODB: url,
    AWS_ENDPOINT_URL_DYNAMODB_STREAMS: url,
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_LAMBDA_FUNCTION_NAME: name,
  }
  for (const [variable, value] of Object.entries(defaults)) process.env[variable] ??= value
}

function announce(options: TriggerCommandOptions, { name }: Trigger, url: string): void {
  const { table, handler, exportName, json } = options
  if (json) {
    const event = { event: 'started', name, table, url, pid: process.pid }
    process.stdout.write(`${JSON.stringify(event)}\n`)
    return
  }
  const where = options.path === undefined ? url : `${resolve(options.path)} (served on ${url})`
  const lines = [
    `Trigger ${name}: ${exportName} of ${handler} handles the changes of ${table} in ${where}`,
    ...(options.once ? [] : ['Press Ctrl-C to stop; it goes on from there the next time.']),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}

function tellRedriven(
  { json }: TriggerCommandOptions,
  { handled, failed }: { readonly handled: number; readonly failed: number },
): void {
  const text = `Of the records that were given up before, ${handled} are handled and ${failed} failed again.`
  process.stdout.write(`${json ? JSON.stringify({ event: 'redriven', handled, failed }) : text}\n`)
}

/** Why it could not begin, in words for a person. */
function explain(error: unknown, { table, endpoint, path }: TriggerCommandOptions): string | undefined {
  if (error instanceof ConfigurationError) return error.message
  const isNotThere = (error as Error).name === 'ResourceNotFoundException'
  if (isNotThere) return `There is no table ${table} at ${path ?? endpoint}.`
  if (error instanceof EndpointError) return explainEndpointError(error, endpoint)
  if (!(error instanceof ServiceError)) return undefined
  return error.message
}
