import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { writeFileWhole } from './write-file-whole.ts'

/** How far an import is: so many lines, over all files in their order, have arrived. */
export interface ImportState {
  readonly version: 1
  readonly table: string
  readonly place: string
  /** The table itself: another of that name has none of the lines. */
  readonly tableId?: string | undefined
  /** Which files they are: with one more or less before them, the lines would be others. */
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

/** Tells whether files are the same as before, by their names. */
export function digestNames(files: readonly { readonly name: string }[]): string {
  const names = JSON.stringify(files.map(({ name }) => name))
  return createHash('sha256').update(names).digest('base64')
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
