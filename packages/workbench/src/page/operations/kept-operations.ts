import { saveFile } from '../frame/save-file.ts'
import { toast } from '../frame/toasts.tsx'
import { Store } from '../store.ts'
import {
  mergeSaved,
  readSaved,
  type SavedOperation,
  savedAsFile,
  without,
  withSaved,
  writeSaved,
} from './saved-operations.ts'

/** The operations that were given names in this browser, as the page knows them. */
export const keptOperations = new Store<readonly SavedOperation[]>([])

/** Reads anew what is kept, and again whenever another window has changed it, until what it returns is called. */
export function followKeptOperations(): () => void {
  const reload = () => keptOperations.set(readSaved(localStorage))
  reload()
  addEventListener('storage', reload)
  return () => removeEventListener('storage', reload)
}

/** Keeps an operation under its name; throws where the browser does not take it. */
export function saveOperation(saved: SavedOperation): void {
  change((operations) => withSaved(operations, saved))
}

export function removeOperation(saved: SavedOperation): void {
  change((operations) => without(operations, saved))
}

export function renameOperation(saved: SavedOperation, name: string): void {
  change((operations) => withSaved(without(operations, saved), { ...saved, name }))
}

/** Saves all of them as a file. */
export function exportOperations(): void {
  saveFile('operations.json', 'application/json', savedAsFile(readSaved(localStorage)))
}

/** Takes in a file of operations, and says what came of it. */
export function importOperations(file: { readonly operations?: unknown }): void {
  const { operations, added, known, leftOut } = mergeSaved(readSaved(localStorage), file)
  keptOperations.set(writeSaved(localStorage, operations))
  const more = [
    ...(known > 0 ? [`${known} ${known === 1 ? 'was' : 'were'} there already`] : []),
    ...(leftOut > 0 ? [`${leftOut} could not be read and ${leftOut === 1 ? 'was' : 'were'} left out`] : []),
  ]
  toast(
    `${added} ${added === 1 ? 'operation' : 'operations'} imported${more.map((one) => `, ${one}`).join('')}.`,
  )
}

/** What another window has kept meanwhile stays. */
function change(how: (operations: readonly SavedOperation[]) => readonly SavedOperation[]): void {
  keptOperations.set(writeSaved(localStorage, how(readSaved(localStorage))))
}
