import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigurationError } from '@monotable/server'
import { parseJson } from './parse-json.ts'
import type { TransferFormat } from './transfer-options.ts'
import { writeFileWhole } from './write-file-whole.ts'

/** A data file that was written completely. */
export interface DataFile {
  /** Relative to the folder of the export. */
  readonly key: string
  readonly itemCount: number
  readonly md5Checksum: string
  readonly etag: string
}

/** The progress of one segment of the table. */
export interface SegmentState {
  /** Where to resume; absent at the beginning. */
  readonly startKey?: object
  readonly done: boolean
  readonly files: readonly DataFile[]
}

/** The progress of an export. Saved whenever a file is complete. */
export interface ExportState {
  readonly version: 1
  readonly table: string
  readonly place: string
  /** Identifies the table itself: another table of the same name has other items. */
  readonly tableId?: string
  readonly format: TransferFormat
  readonly exportId: string
  readonly startTime: string
  readonly items: number
  readonly bytes: number
  readonly segments: readonly SegmentState[]
}

const stateName = 'export-state.json'

/** Saves the progress of an export. */
export async function saveExportState(folder: string, state: ExportState): Promise<void> {
  await writeFileWhole(stateFile(folder), `${JSON.stringify(state, null, 1)}\n`)
}

/** Reads the state of an incomplete export in a folder; `undefined` if there is none. */
export function findExportState(folder: string): ExportState | undefined {
  const file = stateFile(folder)
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
  const state = parseJson(text, file, 'Remove it to start over.') as ExportState
  if (state.version === 1) return state
  throw new ConfigurationError(`${file} was written by another version of Monotable.`)
}

/** Returns the path of the state of an export. */
export function stateFile(folder: string): string {
  return join(folder, stateName)
}
