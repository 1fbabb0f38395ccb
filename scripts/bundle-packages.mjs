import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'

/**
 * Those that a program with a database in its process loads. The model is not among them: it has a dozen entry points of
 * which a program uses few, and bundlers leave out of single files what is not used.
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
 * Puts the modules of each package into one file for each of its entry points, and one for what those share: to load
 * hundreds of files takes six times as long. Packages stay apart, so that a class is the same one for all who import it.
 */
export async function bundlePackages() {
  // One after another: what is loaded to make one may be part of those before it.
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
 * The worker's program is put together from the text of functions. It is done here, once: whoever puts our packages into a
 * bundle of their own may rename what is in those functions.
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
