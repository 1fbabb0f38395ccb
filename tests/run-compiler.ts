import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'

const compiler = resolve(import.meta.dirname, '../node_modules/typescript/bin/tsc')

/**
 * Runs the TypeScript compiler on the project in a folder, and returns what it prints. It runs in one thread: several
 * need half as much time again between them, and the tests keep all cores busy anyway.
 */
export function runCompiler(folder: string, flags: readonly string[] = []): string {
  const words = [compiler, '-p', folder, '--pretty', 'false', '--singleThreaded', ...flags]
  const { status, signal, stdout, stderr } = spawnSync(process.execPath, words, {
    cwd: folder,
    encoding: 'utf8',
  })
  if (status === null) throw new Error(`the compiler was ended by ${signal}`)
  return `${stdout}${stderr}`
}
