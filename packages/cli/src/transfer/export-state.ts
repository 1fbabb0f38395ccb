import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigurationError } from '@monotable/server'
import { parseJson } from './parse-json.ts'
import type { TransferFormat } from './transfer-options.ts'
import { writeFileWhole } from './write-file-whole.ts'

/** A file of data that is there as a whole. */
export interface DataFile {
  /** From the folder of the export. */
  readonly key: string
  readonly itemCount: number
  readonly md5Checksum: string
  readonly etag: string
}

/** How far one part of the table is. */
export interface SegmentState {
  /** Where to go on; absent at the beginning. */
  readonly startKey?: object
  readonly done: boolean
  readonly files: readonly DataFile[]
}

/** How far an export is. It is written down whenever a file is complete. */
export interface ExportState {
  readonly version: 1
  readonly table: string
  readonly place: string
  /** The table itself: another of that name has other items. */
  readonly tableId?: string
  readonly format: TransferFormat
  readonly exportId: string
  readonly startTime: string
  readonly items: number
  readonly bytes: number
  readonly segments: readonly SegmentState[]
}

const stateName = 'export-state.json'

/** Writes down how far an export is. */
export async function saveExportState(folder: string, state: ExportState): Promise<void> {
  await writeFileWhole(stateFile(folder), `${JSON.stringify(state, null, 1)}\n`)
}

/** The state of an export to a folder that is not complete; nothing when there is none. */
export function findExportState(folder: string): ExportState | undefined {
  const file = stateFile(folder)
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
  const state = parseJson(text, file, 'Remove it to begin anew.') as ExportState
  if (state.version === 1) return state
  throw new ConfigurationError(`${file} was written by another version of Monotable.`)
}

/** Where the state of an export is. */
export function stateFile(folder: string): string {
  return join(folder, stateName)
}
