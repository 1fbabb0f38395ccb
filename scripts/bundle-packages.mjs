import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

/**
 * Those that a program with a database in its process loads. The model is not among them: it has a dozen entry points of
 * which a program uses few, and bundlers leave out of single files what is not used.
 */
const names = ['protocol', 'engine', 'server', 'storage-sqlite', 'storage-postgres', 'cli']

/**
 * Puts the modules of each package into one file for each of its entry points, and one for what those share: to load
 * hundreds of files takes six times as long. Packages stay apart, so that a class is the same one for all who import it.
 */
export async function bundlePackages() {
  await Promise.all(names.map(bundlePackage))
}

async function bundlePackage(name) {
  const folder = fileURLToPath(new URL(`../packages/${name}/`, import.meta.url))
  const { exports } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  const entries = Object.values(exports).map((entry) => entry.default.replace('./bundle/', ''))
  const outdir = join(folder, 'bundle')
  await rm(outdir, { recursive: true, force: true })
  await build({
    entryPoints: entries.map((entry) => join(folder, 'dist', entry)),
    outbase: join(folder, 'dist'),
    outdir,
    bundle: true,
    splitting: true,
    chunkNames: 'shared-[hash]',
    packages: 'external',
    platform: 'node',
    target: 'node20',
    format: 'esm',
    sourcemap: true,
    sourcesContent: false,
    logLevel: 'warning',
  })
}
