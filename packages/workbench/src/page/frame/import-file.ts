import { api } from '../api-client.ts'
import { findConnection, loadTables } from '../app-state.ts'
import { currentRoute, navigate } from '../navigation.ts'
import { importOperations } from '../operations/kept-operations.ts'
import { isSavedFile } from '../operations/saved-operations.ts'
import { isFree, leadOn } from './lead-on.ts'
import { openDialog } from './open-dialog.ts'
import { toast, toastFailure, toastMeanwhile } from './toasts.tsx'

const json = '.json,application/json'

/** Lets the user choose a NoSQL Workbench or CSV file, and imports it. */
export function chooseFile(connection: string): void {
  choose(`${json},.csv,.tsv,text/csv,text/tab-separated-values`, (file) => void importFile(connection, file))
}

/** Lets the user choose a file of saved operations, and imports it. */
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
 * Imports a NoSQL Workbench file, reports the result, and goes to its first table. For a CSV file, opens a dialog to
 * describe the columns first.
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
    const lead = leadOn()
    const report = await toastMeanwhile(`Importing ${file.name}…`, api.importFile(connection, parsed))
    await loadTables(connection)
    const table = report.tables[0]?.name
    lead(`${file.name} was imported.`, () => {
      if (table !== undefined) navigate({ connection, table, screen: 'collections' })
      openDialog.set({ kind: 'import-report', file: file.name, report })
    })
  } catch (error) {
    toastFailure(error)
  }
}

/** Accepts files dropped anywhere on the page. `onOver` is called when a file begins or stops hovering over it. */
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
    if (connection === undefined) toast('Open a connection first, to import the file into it.', 'failure')
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

function isModelFile(parsed: unknown): boolean {
  return typeof parsed === 'object' && parsed !== null && 'DataModel' in parsed
}

/** Advises on other JSON files, which mostly hold items. */
function notModel(name: string): string {
  const table = currentRoute.value.table ?? '<table>'
  return `${name} is not a NoSQL Workbench file. To import items, use CSV here; for DynamoDB JSON, run: monotable import --table ${table} --from ${name}`
}

function isCsv({ name, type }: File): boolean {
  return /\.(?:csv|tsv|tab)$/i.test(name) || /^text\/(?:csv|tab-separated-values)$/.test(type)
}

function parseFile(text: string, name: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new SyntaxError(
      `${name} is not JSON. Import a model that NoSQL Workbench exported as JSON, or a file that ends in .csv.`,
    )
  }
}
