import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImportFile } from './import-files.ts'
import { writeFileWhole } from './write-file-whole.ts'

/** How far an import is: so many lines, over all files in their order, have arrived. */
export interface ImportState {
  readonly version: 1
  readonly table: string
  readonly place: string
  /** The table itself: another of that name has none of the lines. */
  readonly tableId?: string | undefined
  /** Which files they are, and as of when: with one more or less, or another line in one, the lines would be others. */
  readonly files?: string
  readonly lines: number
}

/** Where the state of an import is: beside what is imported, and another for each target. */
export function importStateFile(
  from: string,
  target: { readonly table: string; readonly place: string },
): string {
  const id = createHash('sha256').update(`${target.place}\n${target.table}`).digest('hex').slice(0, 12)
  const name = `import-state-${id}.json`
  return statSync(from).isDirectory() ? join(from, name) : `${from}.${name}`
}

/** Tells whether files are the same as before: by their names, how long they are and when they were written. */
export function digestFiles(files: readonly ImportFile[]): string {
  const versions = files.map(({ name, place }) => {
    const found = place === undefined ? undefined : statSync(place, { throwIfNoEntry: false })
    return found?.isFile() ? [name, found.size, found.mtimeMs] : [name]
  })
  return createHash('sha256').update(JSON.stringify(versions)).digest('base64')
}

/** The state in a file; nothing when there is none. */
export function findImportState(file: string): ImportState | undefined {
  try {
    const state = JSON.parse(readFileSync(file, 'utf8')) as ImportState
    return state.version === 1 ? state : undefined
  } catch {
    return undefined
  }
}

/** Writes down how far an import is. */
export async function saveImportState(file: string, state: ImportState): Promise<void> {
  await writeFileWhole(file, `${JSON.stringify(state)}\n`)
}

/** Forgets an import that is complete. */
export async function removeImportState(file: string): Promise<void> {
  await rm(file, { force: true })
}
