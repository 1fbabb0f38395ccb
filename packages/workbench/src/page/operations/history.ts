import type { SnippetCall } from '../../shared/snippets/snippet.ts'

/** A call that was run, as stored in the browser. */
export interface HistoryEntry extends SnippetCall {
  readonly atMs: number
  readonly connection: string
  readonly table: string
  readonly units?: number | undefined
  readonly returned?: number | undefined
  readonly durationMs: number
  readonly error?: string | undefined
}

/** Where the history is stored: the browser's storage, or a fake. */
export interface HistoryStorage {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
}

const storageKey = 'monotable.history'
const longest = 200
/** Larger inputs are not stored: storage is small, and its purpose is to find a call again, not to keep data. */
const largestInput = 20_000

/** Reads the calls that were run, newest first; ignores what cannot be read. */
export function readHistory(storage: HistoryStorage): readonly HistoryEntry[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(storageKey) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isEntry) : []
  } catch {
    return []
  }
}

/** Adds a call. A call that is run again replaces its earlier entry. */
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
    // Storage is full or disabled: the page works without it.
  }
  return entries
}

export function clearHistory(storage: HistoryStorage): void {
  storage.setItem(storageKey, '[]')
}

/** Returns the entries that contain every word of `filter`, in their operation, table, input or error. */
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
