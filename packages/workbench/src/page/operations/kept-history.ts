import { Store } from '../store.ts'
import { clearHistory, type HistoryEntry, keepInHistory, readHistory } from './history.ts'

/** What was run in this browser, as the page knows it. Screens come and go, and answers may come after them. */
export const keptHistory = new Store<readonly HistoryEntry[]>([])

/** Reads anew what is kept: other windows keep theirs in the same place. */
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
