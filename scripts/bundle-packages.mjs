import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'

/**
 * The packages that a program with an embedded database loads. The model is not among them: it has a dozen entry
 * points, of which a program uses few, and bundlers can drop unused code from separate files.
 */
const names = [
  'protocol',
  'engine',
  'server',
  'storage-files',
  'storage-log',
  'storage-sqlite',
  'storage-postgres',
  'cli',
]

/**
 * Bundles the modules of each package into one file per entry point, and one for what these share: loading hundreds of
 * files takes six times as long. Packages stay separate, so that every importer gets the same classes.
 */
export async function bundlePackages() {
  // One after the other, since loading a package to bundle it may use packages before it.
  for (const name of names) await bundlePackage(name)
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
    plugins: [workerText],
  })
}

/**
 * The program of the worker is assembled from the source text of functions. That is done here, once, since a bundler of
 * the user's may rename what these functions contain.
 */
const workerText = {
  name: 'worker-text',
  setup(build) {
    build.onLoad({ filter: /storage-sqlite.dist.data-file.file-worker\.js$/ }, async ({ path }) => {
      const { fileWorkerSource } = await import(pathToFileURL(path).href)
      return { contents: `export const fileWorkerSource = ${JSON.stringify(fileWorkerSource)}` }
    })
  },
}
