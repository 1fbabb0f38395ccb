import type { Credentials } from '@monotable/model/endpoint'
import {
  ApiError,
  type Connection,
  endpointConnection,
  type NewConnection,
  servedObservations,
  tellsRequests,
} from '@monotable/workbench'
import { type Environment, usualRegion } from '../place/table-place.ts'
import { ProfileError, profileCredentials, readAwsProfiles } from './aws-profiles.ts'

/** A server on the user's own machine accepts any keys. */
const anyKeys: Credentials = { accessKeyId: 'workbench', secretAccessKey: 'workbench' }

/** Connects to a database server, or to Amazon DynamoDB. */
export async function openConnection(wanted: NewConnection, environment: Environment): Promise<Connection> {
  if (wanted.kind === 'endpoint') return openEndpoint(wanted.endpoint, wanted.region, environment)
  try {
    return openAws(wanted.profile, wanted.region, environment)
  } catch (error) {
    if (error instanceof ProfileError) throw new ApiError(409, 'Profile', error.message)
    throw error
  }
}

/** The number of recent requests that are recognized as the page's own. */
const ownRequests = 5_000

async function openEndpoint(
  endpoint: string,
  wanted: string | undefined,
  environment: Environment,
): Promise<Connection> {
  const credentials = environmentKeys(environment) ?? anyKeys
  const region = wanted ?? usualRegion(environment)
  const own = new Set<string>()
  const observes = await tellsRequests(endpoint)
  return endpointConnection({
    kind: 'endpoint',
    name: new URL(endpoint).host,
    endpoint,
    region,
    credentials: async () => credentials,
    now: Date.now,
    onAnswered: (requestId) => {
      own.add(requestId)
      const [oldest] = own
      if (own.size > ownRequests && oldest !== undefined) own.delete(oldest)
    },
    observations: observes
      ? servedObservations({ endpoint, region, now: Date.now, isOwn: (id) => own.has(id) })
      : undefined,
  })
}

function openAws(profile: string, wanted: string | undefined, environment: Environment): Connection {
  const credentials = profileCredentials(profile, environment)
  const region = wanted ?? readAwsProfiles(environment).get(profile)?.get('region') ?? 'us-east-1'
  const domain = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com'
  return endpointConnection({
    kind: 'aws',
    name: `AWS, ${profile}`,
    profile,
    endpoint: `https://dynamodb.${region}.${domain}`,
    region,
    credentials,
    now: Date.now,
  })
}

function environmentKeys(environment: Environment): Credentials | undefined {
  const accessKeyId = environment['AWS_ACCESS_KEY_ID']
  const secretAccessKey = environment['AWS_SECRET_ACCESS_KEY']
  const sessionToken = environment['AWS_SESSION_TOKEN']
  if (!accessKeyId || !secretAccessKey) return undefined
  return { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) }
}
