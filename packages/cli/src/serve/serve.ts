import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { StorageError } from '@monotable/engine'
import { type AccessKeys, type Certificate, ConfigurationError, type Server } from '@monotable/server'
import type { FolderStore } from '@monotable/storage-files'
import { describeAdversity } from '../adversity.ts'
import { createErrorLog } from '../messages/error-log.ts'
import { type Attempt, explainError } from '../messages/explain-error.ts'
import { explainSmallness } from '../messages/explain-smallness.ts'
import { serveHelp } from '../messages/help-text.ts'
import { notifyIfSlow } from '../messages/notify-if-slow.ts'
import { type OpenedDatabase, openDatabase } from '../open-database.ts'
import { describePostgres } from '../place/describe-postgres.ts'
import { untilSignal } from '../until-signal.ts'
import { readVersion } from '../version.ts'
import type { WorkbenchBeside } from '../workbench/workbench-beside.ts'
import { readCertificate } from './certificate-files.ts'
import { explainOpenKeys } from './explain-open-keys.ts'
import { defaultPort, listen } from './listen.ts'
import { openInHeap } from './open-in-heap.ts'
import { explainPowerlessKeys, readAccessKeys } from './read-access-keys.ts'
import { keepLooking, lookForRenewal, RenewedFiles } from './renewed-files.ts'
import { parseServeOptions, type ServeOptions } from './serve-options.ts'

/** A running server and its database. */
interface Running {
  readonly server: Server
  readonly db: OpenedDatabase
  /** Stops checking the files for changes. */
  readonly endLooking: () => void
}

/** The contents of files that may change while a server runs. */
interface RenewedOptions {
  readonly auth: RenewedFiles<AccessKeys> | undefined
  readonly certificate: RenewedFiles<Certificate> | undefined
  readonly metricsToken: RenewedFiles<string> | undefined
}

/** Runs `monotable serve` until a signal ends it, and returns the exit code. */
export async function serve(args: readonly string[]): Promise<number> {
  const options = parseServeOptions(args)
  if (options.help) {
    process.stdout.write(serveHelp)
    return 0
  }
  const { postgres, sample } = options
  if (sample !== undefined) await requireSample(sample)
  const path = options.path === undefined ? undefined : resolve(options.path)
  const place = postgres === undefined ? path : describePostgres(postgres)
  const attempt = { host: options.host, port: options.port ?? defaultPort, path: place }
  const isFirst = path === undefined || !existsSync(path)
  const running = await start(options, attempt)
  if (running === undefined) return 1
  // Registered first: whoever reads the output may send a signal at once.
  const stopped = untilSignal()
  const store = path === undefined ? undefined : (await import('@monotable/storage-files')).findStore(path)
  announce(running.server, options, { place, store })
  const workbench = addPage(running, options, { place, isFirst })
  await stopped
  if (!options.json) process.stderr.write('Stopping; press Ctrl-C again to stop at once.\n')
  await (await workbench)?.close()
  await running.server.close()
  const code = await closeDatabase(running.db)
  // Not earlier: some tools send SIGHUP along with SIGTERM, and it would end the server during shutdown.
  running.endLooking()
  return code
}

/**
 * Closes the database and returns the exit code. If the data file was removed in the meantime, closing reports that,
 * unless a write already failed because of it.
 */
async function closeDatabase(db: OpenedDatabase): Promise<number> {
  try {
    await db.close()
    return 0
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    process.stderr.write(`monotable: ${error.message}\n`)
    return 1
  }
}

/** Rejects a mistyped sample before anything is started. */
async function requireSample(name: string): Promise<void> {
  const { requireSample } = await import('../workbench/load-samples.ts')
  await requireSample(name)
}

/** Loads the sample and serves the workbench after the server has started, since they take longer. */
async function addPage(
  { db, server }: Running,
  { workbench, metrics, sample, json }: ServeOptions,
  { place, isFirst }: { readonly place: string | undefined; readonly isFirst: boolean },
): Promise<WorkbenchBeside | undefined> {
  if (!workbench.isOn && sample === undefined) return undefined
  const { fillWithSample, serveBeside } = await import('../workbench/workbench-beside.ts')
  const beside = {
    ...{ db, address: place ?? 'in memory', endpoint: server.url },
    ...{ observes: metrics.isOn, ...workbench, json },
  }
  const problem = sample === undefined ? undefined : await fillWithSample(sample, beside)
  if (problem !== undefined) process.stderr.write(`monotable: ${problem}\n`)
  const served = workbench.isOn ? await serveBeside(beside) : undefined
  if (served !== undefined && isFirst && sample === undefined && !json) {
    process.stdout.write(
      'There are no tables yet. Open a sample in the workbench, or start with --sample shop.\n',
    )
  }
  return served
}

async function start(options: ServeOptions, attempt: Attempt): Promise<Running | undefined> {
  try {
    return await notifyIfSlow(startServer(options), () => {
      if (!options.json)
        process.stderr.write(`Opening the data${attempt.path ? ` in ${attempt.path}` : ''} …\n`)
    })
  } catch (error) {
    const explanation = explainError(error, attempt)
    if (explanation === undefined) throw error
    process.stderr.write(`monotable: ${explanation}\n`)
    return undefined
  }
}

async function startServer(options: ServeOptions): Promise<Running> {
  const files = readFiles(options)
  if (options.exportDir !== undefined) refuseFile(options.exportDir)
  const opening = openServer(options, files)
  const endLooking = keepRenewed(opening, files)
  try {
    return { ...(await opening), endLooking }
  } catch (error) {
    endLooking()
    throw error
  }
}

function readFiles({ tls, metrics: { tokenFile }, authFile }: ServeOptions): RenewedOptions {
  const auth = authFile === undefined ? undefined : new RenewedFiles((read) => readAccessKeys(authFile, read))
  if (auth !== undefined) reportPowerlessKeys(auth.first)
  if (authFile !== undefined) reportOpenKeys(authFile)
  const metricsToken =
    tokenFile === undefined ? undefined : new RenewedFiles((read) => readToken(tokenFile, read(tokenFile)))
  const certificate = tls && new RenewedFiles((read) => readCertificate(tls, read))
  return { auth, certificate, metricsToken }
}

async function openServer(
  options: ServeOptions,
  { auth, certificate, metricsToken }: RenewedOptions,
): Promise<Omit<Running, 'endLooking'>> {
  const { host, port, region, shared, messages, durability, postgres, cors, metrics } = options
  const place = {
    region,
    ttl: { delayMs: options.ttlDelayMs },
    vectors: { fillDelayMs: options.vectorDelayMs },
    ...(options.throttle && { capacity: { throttle: true } }),
    ...(options.adversity && { adversity: options.adversity }),
    metrics: metrics.isOn && { requests: { keep: metrics.keepRequests, bodies: metrics.keepBodies } },
    shared,
    messages,
    durability,
    ...(options.path === undefined ? {} : { path: resolve(options.path) }),
    ...(options.store && { store: options.store }),
    ...(postgres === undefined ? {} : { postgres }),
    ...(options.exportDir === undefined ? {} : { exports: resolve(options.exportDir) }),
    ...(options.kinesis === undefined ? {} : { kinesis: { endpoint: options.kinesis } }),
  }
  const isInMemory = options.path === undefined && postgres === undefined
  const db = isInMemory ? await openInHeap(place) : await openDatabase(place)
  try {
    const server = await listen(db, port, {
      host,
      region,
      shared,
      cors,
      onError: createErrorLog({ write: (text) => process.stderr.write(text), now: () => performance.now() }),
      metrics: metrics.isOn,
      ...(options.maxConnections === undefined ? {} : { maxConnections: options.maxConnections }),
      ...(metricsToken === undefined ? {} : { metricsToken: metricsToken.first }),
      ...(auth === undefined ? {} : { auth: auth.first }),
      ...(certificate === undefined ? {} : { tls: certificate.first }),
    })
    return { server, db }
  } catch (error) {
    await db.close()
    if (isTlsError(error))
      throw new ConfigurationError(`The certificate or its key cannot be used: ${error.message}`)
    throw error
  }
}

/** Makes a server use files that change, once it has started. Returns a function that stops that. */
function keepRenewed(opening: Promise<{ readonly server: Server }>, files: RenewedOptions): () => void {
  if (Object.values(files).every((file) => file === undefined)) return () => {}
  return keepLooking(
    opening.then(
      ({ server }) => looksAt(server, files),
      () => [],
    ),
  )
}

function looksAt(server: Server, { auth, certificate, metricsToken }: RenewedOptions): (() => void)[] {
  const looks: (() => void)[] = []
  if (auth !== undefined) {
    const renew = (keys: AccessKeys) => {
      server.renewAccessKeys(keys)
      reportPowerlessKeys(keys)
    }
    const used = 'The access keys have changed; new requests are checked against the new ones.'
    const refused = 'The changed access keys cannot be used, so the old ones stay in effect'
    looks.push(lookForRenewal({ files: auth, renew, report, used, refused }))
  }
  if (certificate !== undefined) {
    const used = 'The certificate has changed; new connections get the new one.'
    const refused = 'The changed certificate cannot be used, so the old one stays in effect'
    looks.push(lookForRenewal({ files: certificate, renew: server.renewCertificate, report, used, refused }))
  }
  if (metricsToken !== undefined) {
    const used = 'The metrics token has changed; from now on readers need the new one.'
    const refused = 'The changed metrics token cannot be used, so the old one stays in effect'
    looks.push(
      lookForRenewal({ files: metricsToken, renew: server.renewMetricsToken, report, used, refused }),
    )
  }
  return looks
}

function reportPowerlessKeys(keys: AccessKeys): void {
  const powerless = explainPowerlessKeys(keys)
  if (powerless !== undefined) report(powerless)
}

function reportOpenKeys(file: string): void {
  const open = explainOpenKeys(file)
  if (open !== undefined) report(open)
}

function report(text: string): void {
  process.stderr.write(`monotable: ${text}\n`)
}

function isTlsError(error: unknown): error is Error {
  return (
    error instanceof Error && /^ERR_(?:OSSL|SSL|CRYPTO|TLS)/.test((error as NodeJS.ErrnoException).code ?? '')
  )
}

/** Rejects a file at startup: an export that fails because of it may be hours away. */
function refuseFile(folder: string): void {
  const found = statSync(folder, { throwIfNoEntry: false })
  if (found === undefined || found.isDirectory()) return
  throw new ConfigurationError(
    `--export-dir ${folder} is a file. Name a folder; it is created if it does not exist.`,
  )
}

/** Checks a token: it is sent in a header, and cannot contain spaces. */
function readToken(file: string, text: string): string {
  const token = text.trim()
  if (/^[\x21-\x7e]{8,}$/.test(token)) return token
  throw new ConfigurationError(
    `The file ${file} must contain a token of 8 or more letters, digits or punctuation characters, without spaces.`,
  )
}

interface DataPlace {
  readonly place: string | undefined
  /** The store that keeps the data, if it is in a folder. */
  readonly store: FolderStore | undefined
}

function announce(server: Server, options: ServeOptions, { place, store }: DataPlace): void {
  const { url, port } = server
  if (options.json) {
    const where = options.postgres === undefined ? { path: place ?? null } : { path: null, postgres: place }
    process.stdout.write(`${JSON.stringify({ url, port, ...where, store, pid: process.pid })}\n`)
    return
  }
  const moved = options.port === undefined && port !== defaultPort
  const lines = [
    ...(moved ? [`Port ${defaultPort} is in use; using ${port} instead.`] : []),
    `Monotable ${readVersion()} is listening on ${url}`,
    describePlace({ place, store }),
    ...(isOpenToAll(options)
      ? [
          'Other machines can reach it, and it accepts any access key: --auth keys.json limits who may do what.',
        ]
      : []),
    ...explainSmallness({ connections: server.maxConnections, wanted: options.maxConnections }),
    ...(options.kinesis === undefined
      ? []
      : [`Kinesis destinations send to ${new URL(options.kinesis).origin}`]),
    ...(options.adversity ? [`Adversity is on: ${describeAdversity(options.adversity)}`] : []),
    'Try it:',
    `  ${exampleCommand(url, options)}`,
    'Press Ctrl-C to stop.',
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}

/** Whether everybody on the network may do everything. */
function isOpenToAll({ host, authFile }: ServeOptions): boolean {
  return authFile === undefined && !/^(?:127\.|::1$|localhost$)/.test(host)
}

function describePlace({ place, store }: DataPlace): string {
  if (place === undefined) return 'Data is in memory, and will be gone when the server stops.'
  return store === 'log' ? `Data is in ${place}, kept by the store "log"` : `Data is in ${place}`
}

/** Returns a command that works as printed: the AWS CLI requires credentials even if the server checks none. */
function exampleCommand(url: string, { region, authFile, tls }: ServeOptions): string {
  const keys =
    authFile === undefined
      ? 'AWS_ACCESS_KEY_ID=local AWS_SECRET_ACCESS_KEY=local '
      : 'AWS_ACCESS_KEY_ID=… AWS_SECRET_ACCESS_KEY=… '
  const verify = tls === undefined ? '' : ' --no-verify-ssl'
  return `${keys}aws dynamodb list-tables --region ${region} --endpoint-url ${url}${verify}`
}
