import { Store } from '../store.ts'
import { clearHistory, type HistoryEntry, keepInHistory, readHistory } from './history.ts'

/**
 * The calls that were run in this browser. Shared by all screens, since answers may arrive after a screen has been
 * left.
 */
export const keptHistory = new Store<readonly HistoryEntry[]>([])

/** Reads the stored history again, since other windows store theirs in the same place. */
export function reloadHistory(): void {
  keptHistory.set(readHistory(localStorage))
}

export function addToHistory(entry: HistoryEntry): void {
  keptHistory.set(keepInHistory(localStorage, entry))
}

export function emptyHistory(): void {
  clearHistory(localStorage)
  reloadHistory()
}
