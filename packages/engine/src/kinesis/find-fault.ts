import type { OperationContext } from '../operations/operation-context.ts'
import type { KinesisStreamState, KinesisStreams } from '../util/kinesis-streams.ts'
import { pause } from '../util/pause.ts'
import type { DestinationPlace } from './change-destination.ts'

/** A stream that is being created is waited for as long as AWS does. */
const patienceMs = 60_000
const lookMs = 500
/** A stream that cannot be reached may just be starting, or have dropped a connection. */
const maxFailures = 3

const notActive =
  'The kinesis Arn used to enable kinesis replication belongs to a stream which is not in Active state'
const otherRegion =
  'The kinesis Arn used to enable kinesis replication belongs to a stream which is not in the current region'
const notAllowed = 'User does not have a permission to use kinesis stream'
const noKinesis =
  'Monotable has no Kinesis to send changes to: start the server with --kinesis <url>, or open the database with ' +
  'kinesis: { endpoint }'

/** Matches the ARN of a stream and captures its region. */
const streamArnPattern = /^arn:[a-z-]+:kinesis:([a-z0-9-]+):[0-9]*:stream\/[a-zA-Z0-9_.-]+$/

/** What to check. */
export interface FaultQuestion extends Pick<DestinationPlace, 'realm' | 'streamArn'> {
  /** Whether the answer is still needed: the table may have been deleted. */
  readonly isWanted: () => boolean
}

/** Returns why changes cannot be sent to a stream, in AWS's words where there are any; undefined if they can. */
export async function findFault(
  { kinesis, clock, settings }: Pick<OperationContext, 'kinesis' | 'clock' | 'settings'>,
  { realm, streamArn, isWanted }: FaultQuestion,
  signal: AbortSignal,
): Promise<string | undefined> {
  const region = streamArnPattern.exec(streamArn)?.[1]
  if (region === undefined) return notActive
  if (region !== realm.region && !settings.mergesRegions) return otherRegion
  if (kinesis === undefined) return noKinesis
  const endMs = clock.now() + patienceMs
  for (let attempt = 1; ; attempt++) {
    const state = await stateOf(kinesis, streamArn, signal)
    if (state === 'active') return undefined
    if (state === 'absent') return notAllowed
    if (state === 'inactive' || clock.now() >= endMs || signal.aborted || !isWanted()) return notActive
    if (typeof state === 'object' && attempt >= maxFailures) {
      return `Kinesis cannot be asked for the stream: ${state.fault}`
    }
    await pause(clock, lookMs, signal)
  }
}

async function stateOf(
  kinesis: KinesisStreams,
  streamArn: string,
  signal: AbortSignal,
): Promise<KinesisStreamState | { readonly fault: string }> {
  try {
    return await kinesis.state(streamArn, signal)
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) }
  }
}
