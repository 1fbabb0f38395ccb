import { dataOperations } from '../../shared/snippets/operation-shapes.ts'
import type { SnippetCall } from '../../shared/snippets/snippet.ts'

/** An operation saved under a name. Names are unique within a table. */
export interface SavedOperation extends SnippetCall {
  readonly name: string
  readonly table: string
}

/** Where operations are stored: the browser's storage, or a fake. */
export interface OperationStorage {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
}

const storageKey = 'monotable.operations'
/** The browser has only a few megabytes for all of them. */
const largestInput = 200_000
const fileFormat = 'monotable.operations'

/** Reads the saved operations, by name; ignores what cannot be read. */
export function readSaved(storage: OperationStorage): readonly SavedOperation[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(storageKey) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isSaved) : []
  } catch {
    return []
  }
}

/** Replaces the stored operations; throws if the browser does not store them. */
export function writeSaved(
  storage: OperationStorage,
  operations: readonly SavedOperation[],
): readonly SavedOperation[] {
  const sorted = operations.toSorted((one, other) => one.name.localeCompare(other.name, 'en'))
  try {
    storage.setItem(storageKey, JSON.stringify(sorted))
  } catch (error) {
    throw new Error('The browser’s storage is full. Export some operations, then remove them.', {
      cause: error,
    })
  }
  return sorted
}

/** Returns the operations with another one, which replaces one of the same name. */
export function withSaved(
  operations: readonly SavedOperation[],
  saved: SavedOperation,
): readonly SavedOperation[] {
  if (JSON.stringify(saved.input).length > largestInput) {
    throw new Error('It is too large for the browser’s storage. Save its items in a table, or as a file.')
  }
  return [...without(operations, saved), saved]
}

export function without(
  operations: readonly SavedOperation[],
  gone: Pick<SavedOperation, 'name' | 'table'>,
): readonly SavedOperation[] {
  return operations.filter((one) => !isSame(one, gone))
}

export function findSaved(
  operations: readonly SavedOperation[],
  wanted: Pick<SavedOperation, 'name' | 'table'>,
): SavedOperation | undefined {
  return operations.find((one) => isSame(one, wanted))
}

/** Formats operations as a file, which can be kept beside a program's code. */
export function savedAsFile(operations: readonly SavedOperation[]): string {
  const listed = operations.map(({ name, table, operation, input }) => ({ name, table, operation, input }))
  return `${JSON.stringify({ format: fileFormat, version: 1, operations: listed }, null, 2)}\n`
}

/** The result of importing a file. */
export interface MergedOperations {
  readonly operations: readonly SavedOperation[]
  readonly added: number
  /** The number of operations that were already there. */
  readonly known: number
  /** The number of entries that are not operations on items. */
  readonly leftOut: number
}

/** Whether a parsed file contains saved operations. */
export function isSavedFile(file: unknown): file is { readonly operations?: unknown } {
  return (
    typeof file === 'object' && file !== null && (file as { readonly format?: unknown }).format === fileFormat
  )
}

/**
 * Adds the operations of a file. If a name is taken by another operation, the new one gets a number: nothing is
 * replaced.
 */
export function mergeSaved(
  operations: readonly SavedOperation[],
  file: { readonly operations?: unknown },
): MergedOperations {
  const listed: readonly unknown[] = Array.isArray(file.operations) ? file.operations : []
  let merged = operations
  let known = 0
  const readable = listed.filter(isSaved)
  for (const { name, table, operation, input } of readable) {
    const saved = { name, table, operation, input }
    const free = freeName(merged, saved)
    if (free === undefined) known += 1
    else merged = withSaved(merged, { ...saved, name: free })
  }
  const added = readable.length - known
  return { operations: merged, added, known, leftOut: listed.length - readable.length }
}

/** Returns an unused name; `undefined` if the same operation already has the name, or the name with a number. */
function freeName(operations: readonly SavedOperation[], saved: SavedOperation): string | undefined {
  for (let number = 1; ; number++) {
    const name = number === 1 ? saved.name : `${saved.name} (${number})`
    const found = findSaved(operations, { name, table: saved.table })
    if (found === undefined) return name
    const isEqual =
      found.operation === saved.operation && JSON.stringify(found.input) === JSON.stringify(saved.input)
    if (isEqual) return undefined
  }
}

function isSame(
  one: Pick<SavedOperation, 'name' | 'table'>,
  other: Pick<SavedOperation, 'name' | 'table'>,
): boolean {
  return one.name === other.name && one.table === other.table
}

function isSaved(value: unknown): value is SavedOperation {
  if (typeof value !== 'object' || value === null) return false
  const { name, table, operation, input } = value as Partial<SavedOperation>
  return (
    typeof name === 'string' &&
    name !== '' &&
    typeof table === 'string' &&
    typeof operation === 'string' &&
    (dataOperations as readonly string[]).includes(operation) &&
    typeof input === 'object' &&
    input !== null &&
    !Array.isArray(input)
  )
}
