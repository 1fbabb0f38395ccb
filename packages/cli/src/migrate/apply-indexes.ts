import { setTimeout } from 'node:timers/promises'
import { ConfigurationError } from '@monotable/server'
import type { OpenPlace } from './open-place.ts'
import type { DescribedIndexes, IndexChange } from './plan-indexes.ts'

const pollMs = 1_000
const firstPollMs = 50

/** Describes a table, or says that there is none. */
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

/** Changes the indexes of a table, one after the other, each until it is there or gone. */
export async function applyIndexes(
  place: Pick<OpenPlace, 'name' | 'send'>,
  table: string,
  changes: readonly IndexChange[],
  say: (line: string) => void,
): Promise<void> {
  // Somebody who was cut short may have begun: a table takes one change at a time.
  if (changes.length > 0) await untilSettled(place, table)
  for (const { kind, index, input } of changes) {
    say(kind === 'add' ? `Adding the index ${index} …` : `Removing the index ${index} …`)
    await place.send('UpdateTable', input)
    // What DescribeTable tells may be a moment old: then nothing seems to be done to the table yet.
    await untilSettled(place, table, (indexes) => indexes.includes(index) === (kind === 'add'))
  }
}

/** Waits until nothing is being done to a table, and its indexes are as they are to be. */
async function untilSettled(
  place: Pick<OpenPlace, 'name' | 'send'>,
  table: string,
  isDone: (indexes: readonly string[]) => boolean = () => true,
): Promise<void> {
  for (let waitMs = firstPollMs; ; waitMs = Math.min(pollMs, waitMs * 2)) {
    const described = await describeIndexes(place, table)
    if (described === undefined) throw new ConfigurationError(`There is no table ${table} at ${place.name}.`)
    const { TableStatus, GlobalSecondaryIndexes = [] } = described
    // ARCHIVED, or without its key: that does not pass as CREATING and UPDATING do.
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
