import { setTimeout } from 'node:timers/promises'
import { ConfigurationError } from '@monotable/server'
import type { OpenPlace } from './open-place.ts'
import type { DescribedIndexes, IndexChange } from './plan-indexes.ts'

const pollMs = 1_000
const firstPollMs = 50

/** Describes a table; `undefined` if it does not exist. */
export async function describeIndexes(
  { send }: Pick<OpenPlace, 'send'>,
  TableName: string,
): Promise<(DescribedIndexes & { readonly ItemCount?: number }) | undefined> {
  try {
    const { Table } = (await send('DescribeTable', { TableName })) as { Table: DescribedIndexes }
    return Table
  } catch (error) {
    if ((error as Error).name === 'ResourceNotFoundException') return undefined
    throw error
  }
}

/** Changes the indexes of a table one at a time, and waits until each has been created or deleted. */
export async function applyIndexes(
  place: Pick<OpenPlace, 'name' | 'send'>,
  table: string,
  changes: readonly IndexChange[],
  printLine: (line: string) => void,
): Promise<void> {
  // An earlier run that was interrupted may have started a change; a table accepts only one at a time.
  if (changes.length > 0) await untilSettled(place, table)
  for (const { kind, index, input } of changes) {
    printLine(kind === 'add' ? `Adding the index ${index} …` : `Removing the index ${index} …`)
    await place.send('UpdateTable', input)
    // The answer of DescribeTable may be stale and not show the change yet.
    await untilSettled(place, table, (indexes) => indexes.includes(index) === (kind === 'add'))
  }
}

/** Waits until no change of a table is in progress and its indexes satisfy `isDone`. */
async function untilSettled(
  place: Pick<OpenPlace, 'name' | 'send'>,
  table: string,
  isDone: (indexes: readonly string[]) => boolean = () => true,
): Promise<void> {
  for (let waitMs = firstPollMs; ; waitMs = Math.min(pollMs, waitMs * 2)) {
    const described = await describeIndexes(place, table)
    if (described === undefined) throw new ConfigurationError(`There is no table ${table} at ${place.name}.`)
    const { TableStatus, GlobalSecondaryIndexes = [] } = described
    // Such as ARCHIVED, or an inaccessible encryption key: unlike CREATING and UPDATING, this does not pass.
    if (TableStatus !== undefined && !/^ACTIVE$|ING$/.test(TableStatus)) {
      throw new ConfigurationError(
        `The table ${table} at ${place.name} cannot be changed: it is ${TableStatus}.`,
      )
    }
    const statuses = [TableStatus, ...GlobalSecondaryIndexes.map(({ IndexStatus }) => IndexStatus)]
    const isSettled = statuses.every((status = 'ACTIVE') => status === 'ACTIVE')
    if (isSettled && isDone(GlobalSecondaryIndexes.map(({ IndexName }) => IndexName))) return
    await setTimeout(waitMs)
  }
}
