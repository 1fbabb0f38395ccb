import {
  buildModel,
  describedTableInput,
  type ModelDescription,
  readWorkbenchFile,
} from '@monotable/model/outputs'
import type { ImportReport } from '../shared/api.ts'
import type { WireItem } from '../shared/guess/wire-item.ts'
import { ApiError, invalid } from './api-error.ts'
import type { Connection } from './connection.ts'
import { createTable } from './create-table.ts'
import { type KnownModel, knowModel } from './known-model.ts'
import { writeItems } from './write-items.ts'

/** What came of a file: what is told of it, and the model that it holds, where it holds one. */
export interface ImportedFile {
  readonly report: ImportReport
  readonly known: KnownModel | undefined
}

/** So many messages are told; whoever gets more has another problem. */
const maxMessages = 200

/** Makes the tables of a file of NoSQL Workbench, and fills them. Tables that are there already are left alone. */
export async function importFile(
  connection: Connection,
  file: unknown,
  wanted: readonly string[] | undefined,
): Promise<ImportedFile> {
  if (typeof file !== 'object' || file === null) throw invalid('"file" must be what is in the file, as JSON.')
  const read = readWorkbenchFile(file)
  const messages = read.messages.map(({ path, message }) => `${path} ${message}`)
  const chosen = read.description.tables.filter(({ name }) => wanted?.includes(name) ?? true)
  if (chosen.length === 0)
    throw new ApiError(409, 'NoTables', messages[0] ?? 'There is no table in the file.')
  const tables: { name: string; items: number }[] = []
  for (const table of chosen) {
    if (!(await createTable(connection, describedTableInput(table)))) {
      messages.push(
        `${table.name} is there already, and was left as it is. To import this one, delete that one first, or give this one another name in the file.`,
      )
      continue
    }
    const items = (read.items.get(table.name) ?? []) as readonly WireItem[]
    const { written, refused } = await writeItems(connection, table.name, items)
    messages.push(...refused.map((reason) => `${table.name}: ${reason}`))
    tables.push({ name: table.name, items: written })
  }
  const report = { tables, messages: messages.slice(0, maxMessages) }
  return { report, known: modelOf({ tables: chosen }) }
}

/** A table without facets says nothing of how its keys are made: more can be guessed from its items. */
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
