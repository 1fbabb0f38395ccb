import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImportFile } from './import-files.ts'
import { writeFileWhole } from './write-file-whole.ts'

/** The progress of an import: the number of lines acknowledged, over all files in order. */
export interface ImportState {
  readonly version: 1
  readonly table: string
  readonly place: string
  /** Identifies the table itself: another table of the same name has none of the lines. */
  readonly tableId?: string | undefined
  /**
   * Identifies the files and their versions: with a file added or removed, or a line inserted, line numbers would mean
   * other lines.
   */
  readonly files?: string
  readonly lines: number
}

/** Returns the path of the state of an import: beside the files, and separate for each target. */
export function importStateFile(
  from: string,
  target: { readonly table: string; readonly place: string },
): string {
  const id = createHash('sha256').update(`${target.place}\n${target.table}`).digest('hex').slice(0, 12)
  const name = `import-state-${id}.json`
  return statSync(from).isDirectory() ? join(from, name) : `${from}.${name}`
}

/** Computes a digest of the names, sizes and modification times of files, to tell whether they have changed. */
export function digestFiles(files: readonly ImportFile[]): string {
  const versions = files.map(({ name, place }) => {
    const found = place === undefined ? undefined : statSync(place, { throwIfNoEntry: false })
    return found?.isFile() ? [name, found.size, found.mtimeMs] : [name]
  })
  return createHash('sha256').update(JSON.stringify(versions)).digest('base64')
}

/** Reads the state in a file; `undefined` if there is none. */
export function findImportState(file: string): ImportState | undefined {
  try {
    const state = JSON.parse(readFileSync(file, 'utf8')) as ImportState
    return state.version === 1 ? state : undefined
  } catch {
    return undefined
  }
}

/** Saves the progress of an import. */
export async function saveImportState(file: string, state: ImportState): Promise<void> {
  await writeFileWhole(file, `${JSON.stringify(state)}\n`)
}

/** Removes the state of an import that is complete. */
export async function removeImportState(file: string): Promise<void> {
  await rm(file, { force: true })
}
