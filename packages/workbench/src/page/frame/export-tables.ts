import { api } from '../api-client.ts'
import { saveFile } from './save-file.ts'

/** Saves tables as a file of NoSQL Workbench's. */
export async function exportTables(connection: string, tables: readonly string[]): Promise<void> {
  const file = await api.exportFile(connection, tables)
  saveFile(`${tables.join('-') || 'tables'}.json`, 'application/json', JSON.stringify(file, null, 2))
}
