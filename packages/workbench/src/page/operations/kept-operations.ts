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

/** The named operations saved in this browser. */
export const keptOperations = new Store<readonly SavedOperation[]>([])

/**
 * Reads the saved operations, and reads them again whenever another window changes them; returns a function that stops
 * this.
 */
export function followKeptOperations(): () => void {
  const reload = () => keptOperations.set(readSaved(localStorage))
  reload()
  addEventListener('storage', reload)
  return () => removeEventListener('storage', reload)
}

/** Saves an operation under its name; throws if the browser does not store it. */
export function saveOperation(saved: SavedOperation): void {
  change((operations) => withSaved(operations, saved))
}

export function removeOperation(saved: SavedOperation): void {
  change((operations) => without(operations, saved))
}

export function renameOperation(saved: SavedOperation, name: string): void {
  change((operations) => withSaved(without(operations, saved), { ...saved, name }))
}

/** Saves all operations as a file. */
export function exportOperations(): void {
  saveFile('operations.json', 'application/json', savedAsFile(readSaved(localStorage)))
}

/** Imports a file of operations, and reports the result. */
export function importOperations(file: { readonly operations?: unknown }): void {
  const { operations, added, known, leftOut } = mergeSaved(readSaved(localStorage), file)
  keptOperations.set(writeSaved(localStorage, operations))
  const more = [
    ...(known > 0 ? [`${known} ${known === 1 ? 'was' : 'were'} already there`] : []),
    ...(leftOut > 0 ? [`${leftOut} could not be read and ${leftOut === 1 ? 'was' : 'were'} left out`] : []),
  ]
  toast(
    `${added} ${added === 1 ? 'operation' : 'operations'} imported${more.map((one) => `, ${one}`).join('')}.`,
  )
}

/** Changes what is stored now, so that the changes of other windows are kept. */
function change(how: (operations: readonly SavedOperation[]) => readonly SavedOperation[]): void {
  keptOperations.set(writeSaved(localStorage, how(readSaved(localStorage))))
}
