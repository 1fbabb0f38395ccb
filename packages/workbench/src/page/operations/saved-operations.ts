import { dataOperations } from '../../shared/snippets/operation-shapes.ts'
import type { SnippetCall } from '../../shared/snippets/snippet.ts'

/** An operation that was given a name, to be found again. Names are told apart within a table. */
export interface SavedOperation extends SnippetCall {
  readonly name: string
  readonly table: string
}

/** What they are kept in: the browser's storage, or a stand-in. */
export interface OperationStorage {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
}

const storageKey = 'monotable.operations'
/** The browser has some megabytes for all of them. */
const largestInput = 200_000
const fileFormat = 'monotable.operations'

/** Those that are kept, by name; what cannot be read is as if it were not there. */
export function readSaved(storage: OperationStorage): readonly SavedOperation[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(storageKey) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isSaved) : []
  } catch {
    return []
  }
}

/** Keeps operations in place of those that were; throws where the browser does not take them. */
export function writeSaved(
  storage: OperationStorage,
  operations: readonly SavedOperation[],
): readonly SavedOperation[] {
  const sorted = operations.toSorted((one, other) => one.name.localeCompare(other.name, 'en'))
  try {
    storage.setItem(storageKey, JSON.stringify(sorted))
  } catch (error) {
    throw new Error('The browser keeps no more. Export some operations and remove them.', { cause: error })
  }
  return sorted
}

/** With one more, or in place of the one of the same name. */
export function withSaved(
  operations: readonly SavedOperation[],
  saved: SavedOperation,
): readonly SavedOperation[] {
  if (JSON.stringify(saved.input).length > largestInput) {
    throw new Error('It is too large to be kept in the browser. Save its items in a table, or as a file.')
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

/** Operations as a file, which can be kept beside a program's code. */
export function savedAsFile(operations: readonly SavedOperation[]): string {
  const listed = operations.map(({ name, table, operation, input }) => ({ name, table, operation, input }))
  return `${JSON.stringify({ format: fileFormat, version: 1, operations: listed }, null, 2)}\n`
}

/** What came of a file. */
export interface MergedOperations {
  readonly operations: readonly SavedOperation[]
  readonly added: number
  /** Those that were there already, as they are. */
  readonly known: number
  /** Those that are no operations on items. */
  readonly leftOut: number
}

/** Whether what was read from a file is one of saved operations. */
export function isSavedFile(file: unknown): file is { readonly operations?: unknown } {
  return (
    typeof file === 'object' && file !== null && (file as { readonly format?: unknown }).format === fileFormat
  )
}

/** Takes in what is in a file. One whose name is taken by another gets a number: nothing is replaced. */
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

/** A name that is not taken; nothing where the same operation has it or one with a number after it. */
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
