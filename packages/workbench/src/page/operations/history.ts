import type { SnippetCall } from '../../shared/snippets/snippet.ts'

/** A call that was run, as it is kept in the browser. */
export interface HistoryEntry extends SnippetCall {
  readonly atMs: number
  readonly connection: string
  readonly table: string
  readonly units?: number | undefined
  readonly returned?: number | undefined
  readonly durationMs: number
  readonly error?: string | undefined
}

/** What history is kept in: the browser's storage, or a stand-in. */
export interface HistoryStorage {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
}

const storageKey = 'monotable.history'
const longest = 200
/** Inputs above this are not kept: storage is small, and it is for finding a call again, not for keeping data. */
const largestInput = 20_000

/** The calls that were run, newest first; what cannot be read is as if it were not there. */
export function readHistory(storage: HistoryStorage): readonly HistoryEntry[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(storageKey) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isEntry) : []
  } catch {
    return []
  }
}

/** Adds a call. The same call, run again, takes the place of the one before. */
export function keepInHistory(storage: HistoryStorage, entry: HistoryEntry): readonly HistoryEntry[] {
  const text = JSON.stringify(entry.input)
  if (text.length > largestInput) return readHistory(storage)
  const others = readHistory(storage).filter(
    (kept) => kept.operation !== entry.operation || JSON.stringify(kept.input) !== text,
  )
  const entries = [entry, ...others].slice(0, longest)
  try {
    storage.setItem(storageKey, JSON.stringify(entries))
  } catch {
    // Storage is full or forbidden: the page works without.
  }
  return entries
}

export function clearHistory(storage: HistoryStorage): void {
  storage.setItem(storageKey, '[]')
}

/** Those that contain every word of `filter`, in their operation, table, input or error. */
export function filterHistory(entries: readonly HistoryEntry[], filter: string): readonly HistoryEntry[] {
  const words = filter
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  return entries.filter((entry) => {
    const text =
      `${entry.operation} ${entry.table} ${entry.error ?? ''} ${JSON.stringify(entry.input)}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

function isEntry(value: unknown): value is HistoryEntry {
  if (typeof value !== 'object' || value === null) return false
  const { operation, input } = value as Partial<HistoryEntry>
  return typeof operation === 'string' && typeof input === 'object' && input !== null
}
