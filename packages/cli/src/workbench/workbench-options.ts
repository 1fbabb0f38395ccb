import { parseArgs } from 'node:util'
import type { FolderStore } from '@monotable/storage-files'
import { UsageError } from '../messages/usage-error.ts'
import { type GivenOptions, type OptionKinds, parseOptions, textOf } from '../parse-options.ts'
import type { Store } from '../place/store.ts'
import {
  type Environment,
  placeKinds,
  readEndpoint,
  readFolderStore,
  readPostgres,
  readRegion,
  refuseSeveral,
  usualRegion,
} from '../place/table-place.ts'
import { defaultPath } from '../serve/serve-options.ts'

/** The options of `monotable workbench`. */
export interface WorkbenchCommandOptions {
  readonly help: boolean
  readonly modelFile: string | undefined
  readonly place: WorkbenchPlace
  /** The kind of store for a new folder. */
  readonly store: FolderStore | undefined
  readonly region: string | undefined
  readonly port: number | undefined
  readonly open: boolean
  readonly readOnly: boolean
  readonly sample: string | undefined
}

/** The database to explore. */
export type WorkbenchPlace =
  | { readonly kind: 'store'; readonly store: Store }
  | { readonly kind: 'memory' }
  | { readonly kind: 'endpoint'; readonly endpoint: string }
  | { readonly kind: 'profile'; readonly profile: string }

const optionKinds: OptionKinds = {
  ...placeKinds,
  memory: { type: 'boolean' },
  store: { type: 'string' },
  port: { type: 'string', short: 'p' },
  open: { type: 'boolean' },
  'read-only': { type: 'boolean' },
  sample: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
}

/** Parses the options of `monotable workbench`. */
export function parseWorkbenchOptions(
  args: readonly string[],
  environment: Environment,
): WorkbenchCommandOptions {
  const { rest, modelFile } = takeModelFile(args)
  const given = parseOptions(rest, optionKinds)
  const regionText = textOf(given, 'region')
  const region = regionText === undefined ? undefined : readRegion(regionText)
  const options = {
    help: given.has('help'),
    modelFile,
    place: readPlace(given, region ?? usualRegion(environment)),
    store: readFolderStore(given),
    region,
    port: readPort(textOf(given, 'port')),
    open: given.has('open'),
    readOnly: given.has('read-only'),
    sample: textOf(given, 'sample'),
  }
  if (options.sample !== undefined && options.readOnly) {
    throw new UsageError('--sample and --read-only cannot be used together')
  }
  const { kind } = options.place
  if (options.sample !== undefined && (kind === 'endpoint' || kind === 'profile')) {
    throw new UsageError(`--sample is for a database in this process, and cannot be used with --${kind}`)
  }
  return options
}

/** Takes the model file out of the arguments: it is the only word that is not an option. */
function takeModelFile(args: readonly string[]): {
  readonly rest: readonly string[]
  readonly modelFile: string | undefined
} {
  const { tokens } = parseArgs({ args: [...args], options: optionKinds, strict: false, tokens: true })
  const words = tokens.filter((token) => token.kind === 'positional')
  if (words.length > 1)
    throw new UsageError(`one model file is expected, but "${words[1]?.value}" is a second one`)
  const at = words[0]?.index
  if (at === undefined) return { rest: args, modelFile: undefined }
  return { rest: args.filter((_, index) => index !== at), modelFile: args[at] }
}

function readPlace(given: GivenOptions, region: string): WorkbenchPlace {
  const endpoint = textOf(given, 'endpoint')
  const profile = textOf(given, 'profile')
  // `--endpoint aws --profile work`, as other commands accept it, means the same as the profile alone.
  const isAws = endpoint === 'aws' && profile !== undefined
  const others = ['postgres', 'memory', ...(isAws ? [] : ['endpoint']), 'profile']
  refuseSeveral(given, ['path', ...others])
  refuseSeveral(given, [...others, 'store'])
  if (profile !== undefined) return { kind: 'profile', profile }
  if (endpoint !== undefined) return { kind: 'endpoint', endpoint: readEndpoint(endpoint, region) }
  if (given.has('memory')) return { kind: 'memory' }
  const postgres = readPostgres(given)
  if (postgres !== undefined) return { kind: 'store', store: { postgres } }
  return { kind: 'store', store: { path: textOf(given, 'path') ?? defaultPath } }
}

function readPort(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65_535) return port
  throw new UsageError(`--port must be a number from 0 to 65535, not "${text}"`)
}
