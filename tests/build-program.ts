import { mkdtempSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'

/** A program in one file, and a way to be rid of it. */
export interface BuiltProgram {
  readonly file: string
  remove(): void
}

// Below the project, so that the program finds what the project has installed.
const modules = resolve(import.meta.dirname, '../node_modules')

/**
 * Builds a program from the sources, for a process of its own: Node 20 does not run TypeScript. All is put into one
 * file, for a test that starts it again and again, but for packages that are named: of those the program loads what it
 * comes to use.
 */
export async function buildProgram(source: string, apart: readonly string[] = []): Promise<BuiltProgram> {
  const folder = mkdtempSync(join(modules, '.monotable-program-'))
  const file = join(folder, 'program.mjs')
  await build({
    entryPoints: [source],
    outfile: file,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    conditions: ['monotable-source'],
    external: ['@photostructure/sqlite', 'pg', ...apart],
    // Packages that are no modules look for it.
    banner: { js: "const require = process.getBuiltinModule('node:module').createRequire(import.meta.url)" },
    logLevel: 'error',
  })
  return { file, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
