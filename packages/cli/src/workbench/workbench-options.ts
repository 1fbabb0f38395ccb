import { parseArgs } from 'node:util'
import { type GivenOptions, type OptionKinds, parseOptions } from '../parse-options.ts'
import { defaultPath } from '../serve-options.ts'
import { UsageError } from '../usage-error.ts'

/** What `monotable workbench` was told. */
export interface WorkbenchCommandOptions {
  readonly help: boolean
  readonly modelFile: string | undefined
  readonly place: WorkbenchPlace
  readonly region: string | undefined
  readonly port: number | undefined
  readonly open: boolean
  readonly readOnly: boolean
  readonly sample: string | undefined
}

/** Which database is looked into. */
export type WorkbenchPlace =
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'memory' }
  | { readonly kind: 'endpoint'; readonly endpoint: string }
  | { readonly kind: 'profile'; readonly profile: string }

const optionKinds: OptionKinds = {
  path: { type: 'string' },
  memory: { type: 'boolean' },
  endpoint: { type: 'string' },
  profile: { type: 'string' },
  region: { type: 'string' },
  port: { type: 'string', short: 'p' },
  open: { type: 'boolean' },
  'read-only': { type: 'boolean' },
  sample: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
}

/** Reads the options of `monotable workbench`. */
export function parseWorkbenchOptions(args: readonly string[]): WorkbenchCommandOptions {
  const { rest, modelFile } = takeModelFile(args)
  const given = parseOptions(rest, optionKinds)
  const options = {
    help: given.has('help'),
    modelFile,
    place: readPlace(given),
    region: readRegion(textOf(given, 'region')),
    port: readPort(textOf(given, 'port')),
    open: given.has('open'),
    readOnly: given.has('read-only'),
    sample: textOf(given, 'sample'),
  }
  if (options.sample !== undefined && options.readOnly) {
    throw new UsageError('--sample and --read-only exclude each other')
  }
  const { kind } = options.place
  if (options.sample !== undefined && (kind === 'endpoint' || kind === 'profile')) {
    throw new UsageError(`--sample is for a database in this process, and excludes --${kind}`)
  }
  return options
}

/** The one word that is no option is the model file. */
function takeModelFile(args: readonly string[]): {
  readonly rest: readonly string[]
  readonly modelFile: string | undefined
} {
  const { tokens } = parseArgs({ args: [...args], options: optionKinds, strict: false, tokens: true })
  const words = tokens.filter((token) => token.kind === 'positional')
  if (words.length > 1) throw new UsageError(`one model file is expected, not also "${words[1]?.value}"`)
  const at = words[0]?.index
  if (at === undefined) return { rest: args, modelFile: undefined }
  return { rest: args.filter((_, index) => index !== at), modelFile: args[at] }
}

function readPlace(given: GivenOptions): WorkbenchPlace {
  const places = ['path', 'memory', 'endpoint', 'profile'].filter((name) => given.has(name))
  if (places.length > 1) throw new UsageError(`--${places[0]} and --${places[1]} exclude each other`)
  const endpoint = textOf(given, 'endpoint')
  const profile = textOf(given, 'profile')
  if (endpoint !== undefined) return { kind: 'endpoint', endpoint: readEndpoint(endpoint) }
  if (profile !== undefined) return { kind: 'profile', profile }
  if (given.has('memory')) return { kind: 'memory' }
  return { kind: 'path', path: textOf(given, 'path') ?? defaultPath }
}

function readEndpoint(text: string): string {
  if (/^https?:\/\/./.test(text) && URL.canParse(text)) return text
  throw new UsageError(`--endpoint must look like http://127.0.0.1:8000, not "${text}"`)
}

function readRegion(text: string | undefined): string | undefined {
  if (text === undefined || /^[a-z0-9-]{1,64}$/.test(text)) return text
  throw new UsageError(`--region must look like us-east-1, not "${text}"`)
}

function readPort(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65_535) return port
  throw new UsageError(`--port must be a number from 0 to 65535, not "${text}"`)
}

function textOf(given: GivenOptions, name: string): string | undefined {
  const value = given.get(name)
  return value === true ? undefined : value
}
