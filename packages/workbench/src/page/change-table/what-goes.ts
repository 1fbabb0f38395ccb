import { readReplica, wordsOf } from '../create-table/setting-requests.ts'
import type { ChangeDraft, CurrentTable } from './current-table.ts'

/** Lists in sentences what a change deletes and cannot simply be restored. */
export function whatGoes(current: CurrentTable, { settings, indexes }: ChangeDraft): readonly string[] {
  const removed = indexes.filter(({ isRemoved }) => isRemoved).map(({ name }) => name)
  const wanted = wordsOf(settings.replicas).map((word) => readReplica(word).RegionName)
  const left = wordsOf(current.settings.replicas).filter((region) => !wanted.includes(region))
  const { stream } = current.settings
  return [
    ...removed.map((name) => `${name} will be deleted, and programs that read it will fail.`),
    ...left.map((region) => `The table in ${region} will be deleted.`),
    ...(stream !== '' && settings.stream !== stream
      ? [
          'The stream will end. Programs that read it get no further changes, and a new stream has another ARN.',
        ]
      : []),
  ]
}
