import { mkdtempSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'

/** A program bundled into one file, and how to remove it. */
export interface BuiltProgram {
  readonly file: string
  remove(): void
}

// Inside the project, so that the program resolves the packages that the project has installed.
const modules = resolve(import.meta.dirname, '../node_modules')

/**
 * Bundles a program from the sources to run in a process of its own: Node 20 does not run TypeScript. Everything goes
 * into one file, for tests that start it again and again, except the packages in `apart`: the program loads those only
 * when it needs them.
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
    // CommonJS packages in the bundle call `require`.
    banner: { js: "const require = process.getBuiltinModule('node:module').createRequire(import.meta.url)" },
    logLevel: 'error',
  })
  return { file, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
