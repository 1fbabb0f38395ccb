import { lstatSync, statSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { ConfigurationError } from '@monotable/server'
import { writeFileWhole } from '../transfer/write-file-whole.ts'

/** Writes text to a file, or to standard output if no file is named. */
export async function writeOutput(text: string, file: string | undefined): Promise<void> {
  if (file === undefined || file === '-') process.stdout.write(text)
  // A device, pipe or link, such as /dev/stdout, is written to, and not replaced by a regular file.
  else if (isSpecial(file)) writeFileSync(file, text)
  else await writeFileWhole(resolve(file), text)
}

function isSpecial(file: string): boolean {
  const found = lstatSync(file, { throwIfNoEntry: false })
  return found !== undefined && !found.isFile() && !found.isDirectory()
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
}

/** Refuses to overwrite a file that somebody may have edited. */
export function requireFree(file: string | undefined, force: boolean): void {
  if (file === undefined || file === '-' || force || !isFile(file)) return
  throw new ConfigurationError(
    `The file ${file} exists already. Use --force to overwrite it, or another --out.`,
  )
}
