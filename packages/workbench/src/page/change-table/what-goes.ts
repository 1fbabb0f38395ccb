import { readReplica, wordsOf } from '../create-table/setting-requests.ts'
import type { ChangeDraft, CurrentTable } from './current-table.ts'

/** What a change takes away that cannot simply be brought back, in sentences. */
export function whatGoes(current: CurrentTable, { settings, indexes }: ChangeDraft): readonly string[] {
  const removed = indexes.filter(({ isRemoved }) => isRemoved).map(({ name }) => name)
  const wanted = wordsOf(settings.replicas).map((word) => readReplica(word).RegionName)
  const left = wordsOf(current.settings.replicas).filter((region) => !wanted.includes(region))
  const { stream } = current.settings
  return [
    ...removed.map((name) => `${name} will be gone, and what reads it will fail.`),
    ...left.map((region) => `The table in ${region} will be deleted.`),
    ...(stream !== '' && settings.stream !== stream
      ? ['The stream ends. What reads it gets no further changes; a new one has another ARN.']
      : []),
  ]
}
