import {
  buildModel,
  describedTableInput,
  type ModelDescription,
  readWorkbenchFile,
  type TableDescription,
} from '@monotable/model/outputs'
import type { ImportReport } from '../shared/api.ts'
import type { WireItem } from '../shared/guess/wire-item.ts'
import { ApiError, invalid } from './api-error.ts'
import type { Connection } from './connection.ts'
import { createTable } from './create-table.ts'
import { type KnownModel, knowModel } from './known-model.ts'
import { writeItems } from './write-items.ts'

/** The result of importing a file: a report, and the model in the file, if it contains one. */
export interface ImportedFile {
  readonly report: ImportReport
  readonly known: KnownModel | undefined
  /** The tables that were created, as the file describes them. */
  readonly created: readonly TableDescription[]
}

/** The maximum number of messages; anybody who gets more has a different problem. */
const maxMessages = 200

/** Creates and fills the tables of a NoSQL Workbench file. Existing tables are left alone. */
export async function importFile(
  connection: Connection,
  file: unknown,
  wanted: readonly string[] | undefined,
): Promise<ImportedFile> {
  if (typeof file !== 'object' || file === null)
    throw invalid('"file" must be the content of the file, as JSON.')
  const read = readWorkbenchFile(file)
  const messages = read.messages.map(({ path, message }) => `${path} ${message}`)
  const chosen = read.description.tables.filter(({ name }) => wanted?.includes(name) ?? true)
  if (chosen.length === 0) throw new ApiError(409, 'NoTables', messages[0] ?? 'The file has no table.')
  const tables: { name: string; items: number }[] = []
  const created: TableDescription[] = []
  for (const table of chosen) {
    if (!(await createTable(connection, describedTableInput(table)))) {
      messages.push(
        `The table ${table.name} already exists and was not changed. To import this one, delete the existing table first, or rename this one in the file.`,
      )
      continue
    }
    const items = (read.items.get(table.name) ?? []) as readonly WireItem[]
    const { written, refused } = await writeItems(connection, table.name, items)
    messages.push(...refused.map((reason) => `${table.name}: ${reason}`))
    tables.push({ name: table.name, items: written })
    created.push(table)
  }
  const report = { tables, messages: messages.slice(0, maxMessages) }
  return { report, known: modelOf({ tables: chosen }), created }
}

/**
 * Returns the model of a file. Tables without facets are left out: they do not say how keys are built, and more can be
 * guessed from their items.
 */
function modelOf({ tables }: ModelDescription): KnownModel | undefined {
  const telling = tables.filter(({ entities }) =>
    entities.some(({ key }) => [...key.pk, ...key.sk].some(({ plain }) => !plain)),
  )
  try {
    return telling.length === 0 ? undefined : knowModel('file', buildModel({ tables: telling }))
  } catch {
    return undefined
  }
}
