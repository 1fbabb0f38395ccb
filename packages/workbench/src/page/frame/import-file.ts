import { api } from '../api-client.ts'
import { findConnection, loadTables } from '../app-state.ts'
import { currentRoute, navigate } from '../navigation.ts'
import { importOperations } from '../operations/kept-operations.ts'
import { isSavedFile } from '../operations/saved-operations.ts'
import { openDialog } from './open-dialog.ts'
import { toast, toastFailure, toastMeanwhile, toastOffer } from './toasts.tsx'

const json = '.json,application/json'

/** Lets a person choose a file of NoSQL Workbench's or a CSV file, and imports it. */
export function chooseFile(connection: string): void {
  choose(`${json},.csv,.tsv,text/csv,text/tab-separated-values`, (file) => void importFile(connection, file))
}

/** Lets a person choose a file of saved operations, and takes them in. */
export function chooseOperations(): void {
  choose(json, async (file) => {
    try {
      const parsed = parseFile(await file.text(), file.name)
      if (!isSavedFile(parsed)) throw new SyntaxError(`${file.name} is not a file of saved operations.`)
      importOperations(parsed)
    } catch (error) {
      toastFailure(error)
    }
  })
}

function choose(accept: string, onChosen: (file: File) => void): void {
  const input = document.createElement('input')
  input.type = 'file'
  input.accept = accept
  input.onchange = () => {
    const file = input.files?.[0]
    if (file !== undefined) onChosen(file)
  }
  input.click()
}

/**
 * Imports a file of NoSQL Workbench's, says what came of it, and goes to its first table; of a CSV file it has to be said
 * first what it is.
 */
export async function importFile(connection: string, file: File): Promise<void> {
  if (isCsv(file)) {
    const { table } = currentRoute.value
    openDialog.set({ kind: 'import-csv', connection, table, file })
    return
  }
  try {
    const parsed = parseFile(await file.text(), file.name)
    if (isSavedFile(parsed)) return importOperations(parsed)
    if (!isModelFile(parsed)) throw new SyntaxError(notModel(file.name))
    const before = currentRoute.value
    const report = await toastMeanwhile(`Importing ${file.name}…`, api.importFile(connection, parsed))
    await loadTables(connection)
    const table = report.tables[0]?.name
    const show = () => {
      if (table !== undefined) navigate({ connection, table, screen: 'collections' })
      openDialog.set({ kind: 'import-report', file: file.name, report })
    }
    if (isFree() && currentRoute.value === before) return show()
    // Who has gone elsewhere meanwhile is not led away from there.
    toastOffer(`${file.name} was imported.`, { label: 'Show', run: show })
  } catch (error) {
    toastFailure(error)
  }
}

/** Takes a file that is dropped anywhere on the page. `onOver` says whether one hovers over it. */
export function acceptDrops(onOver: (isOver: boolean) => void): () => void {
  const over = (event: DragEvent) => {
    if (!event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    if (isFree()) onOver(true)
    else event.dataTransfer.dropEffect = 'none'
  }
  const leave = (event: DragEvent) => {
    if (event.relatedTarget === null) onOver(false)
  }
  const drop = (event: DragEvent) => {
    const file = event.dataTransfer?.files[0]
    if (file === undefined) return
    event.preventDefault()
    onOver(false)
    if (!isFree()) return
    const connection = findConnection(currentRoute.value.connection)
    if (connection === undefined)
      toast('Open a connection first: then the file has somewhere to go.', 'failure')
    else if (connection.readOnly) toast(`${connection.name} is read-only.`, 'failure')
    else void importFile(connection.id, file)
  }
  addEventListener('dragover', over)
  addEventListener('dragleave', leave)
  addEventListener('drop', drop)
  return () => {
    removeEventListener('dragover', over)
    removeEventListener('dragleave', leave)
    removeEventListener('drop', drop)
  }
}

/** Whether a dialog may take the place of what is open: what was typed there would be gone, and what it does be stopped. */
function isFree(): boolean {
  return openDialog.value?.kind === 'import-report' || document.querySelector('dialog[open]') === null
}

function isModelFile(parsed: unknown): boolean {
  return typeof parsed === 'object' && parsed !== null && 'DataModel' in parsed
}

/** What else a file of JSON mostly is: items. */
function notModel(name: string): string {
  const table = currentRoute.value.table ?? '<table>'
  return `${name} is no file of NoSQL Workbench. Items are imported as CSV here, and as lines of DynamoDB's JSON by the command: monotable import --table ${table} --from ${name}`
}

function isCsv({ name, type }: File): boolean {
  return /\.(?:csv|tsv|tab)$/i.test(name) || /^text\/(?:csv|tab-separated-values)$/.test(type)
}

function parseFile(text: string, name: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new SyntaxError(
      `${name} is not JSON. NoSQL Workbench exports its models as JSON; the names of CSV files end with .csv.`,
    )
  }
}
