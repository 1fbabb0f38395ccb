import { api } from '../api-client.ts'
import { saveFile } from './save-file.ts'
import { toastMeanwhile } from './toasts.tsx'

/** Saves tables as a NoSQL Workbench file. */
export async function exportTables(connection: string, tables: readonly string[]): Promise<void> {
  const name = `${tables.join('-') || 'tables'}.json`
  const file = await toastMeanwhile(`Making ${name}…`, api.exportFile(connection, tables))
  saveFile(name, 'application/json', JSON.stringify(file, null, 2))
}
