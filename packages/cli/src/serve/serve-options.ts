import type { AdversityOptions } from '@monotable/engine'
import type { Wording } from '@monotable/protocol'
import type { Durability, FolderStore } from '@monotable/storage-files'
import { readAdversity } from '../adversity.ts'
import { isKinesisEndpoint } from '../kinesis/is-kinesis-endpoint.ts'
import { UsageError } from '../messages/usage-error.ts'
import { type GivenOptions, type OptionKinds, parseOptions, textOf } from '../parse-options.ts'
import { readFolderStore, readPostgres, readRegion, refuseSeveral } from '../place/table-place.ts'

/** The options of `monotable serve`. */
export interface ServeOptions {
  readonly help: boolean
  /** Absent if not given; then the first free port from 8000 on is used. */
  readonly port: number | undefined
  readonly host: string
  /** Absent for the default. */
  readonly maxConnections: number | undefined
  /** Absent if the data stays in memory. */
  readonly path: string | undefined
  /** The address of a PostgreSQL database, which may contain a password; absent if the data is elsewhere. */
  readonly postgres: string | undefined
  /** Absent for the store that is already there, or the default. */
  readonly store: FolderStore | undefined
  readonly durability: Durability
  /** Absent for a folder in `path`. */
  readonly exportDir: string | undefined
  /** Where changes are sent; absent for nowhere. */
  readonly kinesis: string | undefined
  readonly shared: boolean
  readonly region: string
  readonly messages: Wording
  readonly authFile: string | undefined
  readonly tls: { readonly certFile: string; readonly keyFile: string } | undefined
  readonly cors: boolean
  readonly adversity: AdversityOptions | undefined
  readonly ttlDelayMs: number
  readonly vectorDelayMs: number
  readonly throttle: boolean
  readonly metrics: MetricsChoice
  readonly json: boolean
  readonly workbench: WorkbenchChoice
  /** The sample to load at startup. */
  readonly sample: string | undefined
}

/** Whether to serve the workbench too, and on which port. */
export interface WorkbenchChoice {
  readonly isOn: boolean
  readonly port: number | undefined
  readonly open: boolean
}

/** Whether to collect metrics and remember requests, and who may read them. */
export interface MetricsChoice {
  readonly isOn: boolean
  readonly tokenFile: string | undefined
  readonly keepRequests: number
  readonly keepBodies: boolean
}

const optionKinds: OptionKinds = {
  port: { type: 'string', short: 'p' },
  host: { type: 'string' },
  'max-connections': { type: 'string' },
  path: { type: 'string' },
  memory: { type: 'boolean' },
  postgres: { type: 'string' },
  store: { type: 'string' },
  durability: { type: 'string' },
  'export-dir': { type: 'string' },
  kinesis: { type: 'string' },
  shared: { type: 'boolean' },
  region: { type: 'string' },
  messages: { type: 'string' },
  auth: { type: 'string' },
  cert: { type: 'string' },
  key: { type: 'string' },
  cors: { type: 'boolean' },
  adversity: { type: 'string' },
  'ttl-delay': { type: 'string' },
  'vector-delay': { type: 'string' },
  throttle: { type: 'boolean' },
  'no-metrics': { type: 'boolean' },
  'metrics-token': { type: 'string' },
  'keep-requests': { type: 'string' },
  'keep-bodies': { type: 'boolean' },
  json: { type: 'boolean' },
  workbench: { type: 'boolean' },
  'no-workbench': { type: 'boolean' },
  'workbench-port': { type: 'string' },
  open: { type: 'boolean' },
  sample: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
}

/** Where data is kept by default. */
export const defaultPath = '.monotable'

/** Parses the options of `monotable serve`. */
export function parseServeOptions(args: readonly string[]): ServeOptions {
  const given = parseOptions(args, optionKinds)
  refuseSeveral(given, ['postgres', 'memory', 'path'])
  refuseSeveral(given, ['postgres', 'durability'])
  refuseSeveral(given, ['postgres', 'memory', 'store'])
  const postgres = readPostgres(given)
  const memory = given.has('memory')
  return {
    help: given.has('help'),
    port: readPort('port', textOf(given, 'port')),
    host: textOf(given, 'host') ?? '127.0.0.1',
    maxConnections: readMaxConnections(textOf(given, 'max-connections')),
    path: memory || postgres !== undefined ? undefined : (textOf(given, 'path') ?? defaultPath),
    postgres,
    exportDir: textOf(given, 'export-dir'),
    kinesis: readKinesis(textOf(given, 'kinesis')),
    store: readFolderStore(given),
    durability: readDurability(textOf(given, 'durability') ?? 'full'),
    shared: given.has('shared'),
    region: readRegion(textOf(given, 'region') ?? 'us-east-1'),
    messages: readMessages(textOf(given, 'messages') ?? 'current'),
    authFile: textOf(given, 'auth'),
    tls: readTls(textOf(given, 'cert'), textOf(given, 'key')),
    cors: given.has('cors'),
    adversity: readAdversity(textOf(given, 'adversity')),
    ttlDelayMs: readSeconds('ttl-delay', textOf(given, 'ttl-delay') ?? '0') * 1_000,
    vectorDelayMs: readSeconds('vector-delay', textOf(given, 'vector-delay') ?? '1') * 1_000,
    throttle: given.has('throttle'),
    metrics: readMetrics(given),
    json: given.has('json'),
    workbench: readWorkbench(given),
    sample: textOf(given, 'sample'),
  }
}

function readKinesis(url: string | undefined): string | undefined {
  if (url === undefined || isKinesisEndpoint(url)) return url
  throw new UsageError('--kinesis must be a URL such as http://127.0.0.1:4566, without a password')
}

function readPort(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65_535) return port
  throw new UsageError(`--${option} must be a number from 0 to 65535, not "${text}"`)
}

function readMaxConnections(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text)
  throw new UsageError(`--max-connections must be a number of 1 or more, not "${text}"`)
}

/**
 * Decides whether to serve the workbench. Programs that start a server read its single line of output and want no page,
 * and where access keys are required, a link in the terminal must not bypass them. In both cases the page is served
 * only on request.
 */
function readWorkbench(given: GivenOptions): WorkbenchChoice {
  const wants = ['workbench', 'workbench-port', 'open'].find((name) => given.has(name))
  if (given.has('no-workbench') && wants !== undefined) {
    throw new UsageError(`--no-workbench and --${wants} cannot be used together`)
  }
  const port = readPort('workbench-port', textOf(given, 'workbench-port'))
  if (port !== undefined && port !== 0 && port === readPort('port', textOf(given, 'port'))) {
    throw new UsageError(`--port and --workbench-port must differ, but both are ${port}`)
  }
  const isOff = given.has('no-workbench') || given.has('json') || given.has('auth')
  return {
    isOn: wants !== undefined || !isOff,
    port,
    open: given.has('open'),
  }
}

function readSeconds(option: string, text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new UsageError(`--${option} must be a number of seconds, not "${text}"`)
}

function readMetrics(given: GivenOptions): MetricsChoice {
  const isOn = !given.has('no-metrics')
  const other = ['metrics-token', 'keep-requests', 'keep-bodies'].find((name) => given.has(name))
  if (!isOn && other !== undefined)
    throw new UsageError(`--no-metrics and --${other} cannot be used together`)
  const keep = textOf(given, 'keep-requests') ?? '500'
  if (!/^\d{1,5}$/.test(keep)) {
    throw new UsageError(`--keep-requests must be a number from 0 to 99999, not "${keep}"`)
  }
  return {
    isOn,
    tokenFile: textOf(given, 'metrics-token'),
    keepRequests: Number(keep),
    keepBodies: given.has('keep-bodies'),
  }
}

function readMessages(text: string): Wording {
  if (text === 'current' || text === 'classic') return text
  throw new UsageError(`--messages must be current or classic, not "${text}"`)
}

function readDurability(text: string): Durability {
  if (text === 'full' || text === 'normal' || text === 'off') return text
  throw new UsageError(`--durability must be full, normal or off, not "${text}"`)
}

function readTls(certFile: string | undefined, keyFile: string | undefined): ServeOptions['tls'] {
  if (certFile === undefined && keyFile === undefined) return undefined
  if (certFile !== undefined && keyFile !== undefined) return { certFile, keyFile }
  throw new UsageError(
    `--${certFile === undefined ? 'cert' : 'key'} is missing: HTTPS needs --cert and --key`,
  )
}
