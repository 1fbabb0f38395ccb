import { lstatSync, statSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { ConfigurationError } from '@monotable/server'
import { writeFileWhole } from '../transfer/write-file-whole.ts'

/** Writes text to a file, or to standard output where no file is named. */
export async function writeOutput(text: string, file: string | undefined): Promise<void> {
  if (file === undefined || file === '-') process.stdout.write(text)
  // A device, a pipe or a link, such as /dev/stdout, is written to; a file of its name must not take its place.
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

/** Refuses to write over a file that somebody may have worked on. */
export function requireFree(file: string | undefined, force: boolean): void {
  if (file === undefined || file === '-' || force || !isFile(file)) return
  throw new ConfigurationError(
    `There is a file ${file} already. Give --force to write over it, or another --out.`,
  )
}
