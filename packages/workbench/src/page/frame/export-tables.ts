import { api } from '../api-client.ts'

/** Saves tables as a file of NoSQL Workbench's. */
export async function exportTables(connection: string, tables: readonly string[]): Promise<void> {
  const file = await api.exportFile(connection, tables)
  const url = URL.createObjectURL(new Blob([JSON.stringify(file, null, 2)], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `${tables.join('-') || 'tables'}.json`
  link.click()
  URL.revokeObjectURL(url)
}
