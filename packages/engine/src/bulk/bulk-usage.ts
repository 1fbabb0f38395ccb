import type { BulkOperationUsage } from '@monotable/protocol'
import { setOwn } from '@monotable/protocol'
import type { WriteOutcome } from '../operations/writes/decide-write.ts'
import type { BulkDocument, BulkUsage } from '../tables/bulk-document.ts'

/** Returns the bytes that a write has put: those of the item, and of its entries in indexes where they changed. */
export function usageOf({ before, after, indexEffects, vectors }: WriteOutcome): BulkUsage[] {
  if (after === undefined || after === before) return []
  const usage: BulkUsage[] = [{ kind: 'table', name: '', bytes: after.sizeBytes }]
  for (const { index, changes } of indexEffects) {
    const bytes = changes.reduce((sum, { value }) => sum + (value?.sizeBytes ?? 0), 0)
    usage.push({ kind: index.kind, name: index.name, bytes })
  }
  for (const { index, bytes } of vectors?.effects ?? []) {
    usage.push({ kind: 'vector', name: index.name, bytes })
  }
  return usage
}

/** Adds what a write has put to what others have. */
export function addUsage(usage: readonly BulkUsage[], more: readonly BulkUsage[]): readonly BulkUsage[] {
  const sum = [...usage]
  for (const added of more) {
    const place = sum.findIndex(({ kind, name }) => kind === added.kind && name === added.name)
    const known = sum[place]
    if (known === undefined) sum.push(added)
    else sum[place] = { ...known, bytes: known.bytes + added.bytes }
  }
  return sum
}

/** Returns what an operation has put, as it goes on the wire. */
export function describeUsage({ askedName, usage }: BulkDocument): BulkOperationUsage {
  const counted = usage.filter(({ kind }) => kind !== 'vector')
  const table = usage.find(({ kind }) => kind === 'table')?.bytes ?? 0
  return {
    TableName: askedName,
    BulkPutBytes: counted.reduce((sum, { bytes }) => sum + bytes, 0),
    Table: { BulkPutBytes: table },
    ...indexUsage(usage, 'local', 'LocalSecondaryIndexes', (bytes) => ({ BulkPutBytes: bytes })),
    ...indexUsage(usage, 'global', 'GlobalSecondaryIndexes', (bytes) => ({ BulkPutBytes: bytes })),
    ...indexUsage(usage, 'vector', 'VectorIndexes', (bytes) => ({ BulkPutVectorBytes: bytes })),
  }
}

function indexUsage(
  usage: readonly BulkUsage[],
  kind: BulkUsage['kind'],
  member: keyof BulkOperationUsage,
  describe: (bytes: number) => object,
): object {
  const found = usage.filter((entry) => entry.kind === kind)
  if (found.length === 0) return {}
  const byName: { [name: string]: object } = {}
  for (const { name, bytes } of found) setOwn(byName, name, describe(bytes))
  return { [member]: byName }
}
