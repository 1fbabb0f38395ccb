import { api } from '../api-client.ts'
import { saveFile } from './save-file.ts'
import { toastMeanwhile } from './toasts.tsx'

/**
 * Saves tables as a NoSQL Workbench file: as the file describes them from which they were imported, or as a draft of a
 * model with the entities that the page shows.
 */
export async function exportTables(
  connection: string,
  tables: readonly string[],
  { isDraft = false } = {},
): Promise<void> {
  const name = `${tables.join('-') || 'tables'}.json`
  const file = await toastMeanwhile(`Making ${name}…`, api.exportFile(connection, tables, isDraft))
  saveFile(name, 'application/json', JSON.stringify(file, null, 2))
}
