import type { FolderStore } from '@monotable/storage-files'
import { UsageError } from '../messages/usage-error.ts'
import { type GivenOptions, type OptionKinds, textOf } from '../parse-options.ts'
import type { Store } from './store.ts'

export type Environment = { readonly [name: string]: string | undefined }

/** Where tables are: at an endpoint, unless there is a store that this process opens. */
export interface TablePlace {
  readonly endpoint: string
  readonly store: Store | undefined
  readonly region: string
  readonly profile: string | undefined
}

/** The options of all commands that work on tables anywhere. */
export const placeKinds: OptionKinds = {
  endpoint: { type: 'string' },
  path: { type: 'string' },
  postgres: { type: 'string' },
  region: { type: 'string' },
  profile: { type: 'string' },
}

/** Reads where tables are from `--endpoint`, `--path` or `--postgres`, with `--region` and `--profile`. */
export function readPlace(given: GivenOptions, environment: Environment): TablePlace {
  refuseSeveral(given, ['path', 'postgres', 'endpoint'])
  // Keys are for an endpoint: whoever gives a profile together with a store means a different place.
  refuseSeveral(given, ['path', 'postgres', 'profile'])
  const variable = environment['AWS_REGION'] ? 'AWS_REGION' : 'AWS_DEFAULT_REGION'
  const region = readRegion(
    textOf(given, 'region') ?? usualRegion(environment),
    given.has('region') ? '--region' : variable,
  )
  // An empty variable counts as unset, as in AWS's own tools.
  const endpoint = textOf(given, 'endpoint') ?? (environment[endpointVariable] || 'http://127.0.0.1:8000')
  return {
    endpoint: readEndpoint(endpoint, region, given.has('endpoint') ? '--endpoint' : endpointVariable),
    store: readStore(given),
    region,
    profile: textOf(given, 'profile'),
  }
}

const endpointVariable = 'AWS_ENDPOINT_URL_DYNAMODB'

/** Returns the region of the environment, or the default. */
export function usualRegion(environment: Environment): string {
  return environment['AWS_REGION'] || environment['AWS_DEFAULT_REGION'] || 'us-east-1'
}

/** Whether the options say where tables are. */
export function namesPlace(given: GivenOptions): boolean {
  return ['endpoint', 'path', 'postgres'].some((name) => given.has(name))
}

function readStore(given: GivenOptions): Store | undefined {
  const postgres = readPostgres(given)
  const path = textOf(given, 'path')
  if (postgres !== undefined) return { postgres }
  return path === undefined ? undefined : { path }
}

/** Reads which store keeps the data in a folder; `undefined` for the one that is there, or else the default. */
export function readFolderStore(given: GivenOptions): FolderStore | undefined {
  const text = textOf(given, 'store')
  if (text === undefined || text === 'sqlite' || text === 'log') return text
  throw new UsageError(`--store must be sqlite or log, not "${text}"`)
}

/** Rejects more than one place, since data is in one place only. */
export function refuseSeveral(given: GivenOptions, places: readonly string[]): void {
  const [one, other] = places.filter((name) => given.has(name))
  if (other !== undefined) throw new UsageError(`--${one} and --${other} cannot be used together`)
}

/** Reads the address of a PostgreSQL database. Errors never show it: it may contain a password. */
export function readPostgres(given: GivenOptions): string | undefined {
  const url = textOf(given, 'postgres')
  if (url === undefined || /^postgres(?:ql)?:\/\/./.test(url)) return url
  throw new UsageError('--postgres must look like postgres://user@host:5432/database')
}

/** Returns an endpoint as given; `aws` stands for the endpoint of the region at AWS. */
export function readEndpoint(text: string, region: string, name = '--endpoint'): string {
  if (text === 'aws') return awsEndpoint(region)
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    // There may be a password in front of an @.
    const given = text.includes('@') ? '' : `, not "${text}"`
    throw new UsageError(`${name} must be aws or look like http://127.0.0.1:8000${given}`)
  }
  const { username, password } = new URL(text)
  if (username === '' && password === '') return text
  // The message does not show the address, since it contains a password.
  throw new UsageError(`${name} takes no user or password; requests are signed with access keys (--profile)`)
}

/** Returns the endpoint of Amazon DynamoDB in a region. */
function awsEndpoint(region: string): string {
  return `https://dynamodb.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`
}

/** Checks a region, since it becomes part of addresses and names. */
export function readRegion(text: string, name = '--region'): string {
  if (/^[a-z0-9-]{1,64}$/.test(text)) return text
  throw new UsageError(`${name} must look like us-east-1, not "${text}"`)
}
