import { resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '..', '..')

it('the model is smaller than 25 KB, minified and zipped, and has no dependencies', async () => {
  const { outputFiles, metafile } = await build({
    entryPoints: [resolve(root, 'packages/model/src/index.ts')],
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'neutral',
    // Loaded when they are first used: what talks to the SDK or to a URL, sends batches, reads the items of an index of
    // keys, merges the segments of a scan, or counts units.
    external: ['sdk-port', 'endpoint-port', 'run-batches', 'hydrate-items', 'merge-iterables', 'meter'].map(
      (one) => `*/${one}.ts`,
    ),
    write: false,
    metafile: true,
  })
  const [file] = outputFiles
  expect(Object.keys(metafile.inputs).filter((name) => !name.startsWith('packages/model/src/'))).toEqual([])
  expect(gzipSync(file?.contents ?? '').length).toBeLessThan(25 * 1024)
})
