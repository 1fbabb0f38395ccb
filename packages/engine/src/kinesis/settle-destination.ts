import { persist } from '../operations/copy-job.ts'
import type { OperationContext } from '../operations/operation-context.ts'
import { startLeased } from '../operations/start-leased.ts'
import { openStream, shardIds } from '../streams/stream-log.ts'
import { randomUuid } from '../util/random.ts'
import { changeDestination, type DestinationPlace, findDestination } from './change-destination.ts'
import { findFault } from './find-fault.ts'

/** Completes, in the background, the transition of a destination that is ENABLING or UPDATING. */
export function startSettling(context: OperationContext, place: DestinationPlace, attempt: string): void {
  startLeased(context, {
    name: `kinesis/${attempt}`,
    run: (signal) => persist(signal, () => settle(context, { ...place, attempt }, signal)),
  })
}

/** Resumes what was in progress when the database was closed or another server died. */
export function resumeSettling(context: OperationContext): void {
  for (const [realm, { name, definition }] of context.catalogue.all()) {
    for (const { streamArn, attempt } of definition.destinations ?? []) {
      if (attempt !== undefined) {
        startSettling({ ...context, realm }, { realm, tableName: name, streamArn }, attempt)
      }
    }
  }
}

async function settle(
  context: OperationContext,
  place: DestinationPlace & { readonly attempt: string },
  signal: AbortSignal,
): Promise<void> {
  const isEnabling = findDestination(context, place)?.status === 'ENABLING'
  const isWanted = () => findDestination(context, place)?.attempt === place.attempt
  const fault = isEnabling ? await findFault(context, { ...place, isWanted }, signal) : undefined
  if (signal.aborted) return
  await changeDestination(context, place, async ({ attempt, ...destination }) => {
    if (attempt !== place.attempt) return undefined
    if (fault !== undefined) return { ...destination, status: 'ENABLE_FAILED', description: fault }
    return { ...destination, status: 'ACTIVE', space: destination.space ?? (await openLog(context)) }
  })
  context.deliveries.sync()
}

/**
 * Creates the log of a destination before the table is saved with it, so that everything the catalogue names
 * exists.
 */
async function openLog({ storage, clock, random }: OperationContext): Promise<string> {
  const space = `kinesis-${randomUuid(random)}`
  const nowMs = clock.now()
  await storage.createSpace(space)
  const { change, appends } = openStream({ space, nowMs, newIds: shardIds(random, nowMs, 1) }, 1)
  await storage.mutate([], () => ({ changes: [change], appends, answer: undefined }))
  return space
}
