import { setTimeout } from 'node:timers/promises'
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
  place: Pick<OpenPlace, 'send'>,
  table: string,
  changes: readonly IndexChange[],
  say: (line: string) => void,
): Promise<void> {
  for (const { kind, index, input } of changes) {
    say(kind === 'add' ? `Adding the index ${index} …` : `Removing the index ${index} …`)
    await place.send('UpdateTable', input)
    for (let waitMs = firstPollMs; ; waitMs = Math.min(pollMs, waitMs * 2)) {
      const { GlobalSecondaryIndexes = [] } = (await describeIndexes(place, table)) ?? {}
      const found = GlobalSecondaryIndexes.find(({ IndexName }) => IndexName === index)
      if (kind === 'add' ? found?.IndexStatus === 'ACTIVE' : found === undefined) break
      await setTimeout(waitMs)
    }
  }
}
