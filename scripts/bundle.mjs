// Puts the command and all that it needs from this workspace into a few files. Loading some two hundred
// small files takes longer than everything else that a cold start does.
import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const cli = new URL('../packages/cli/', import.meta.url)
const outdir = fileURLToPath(new URL('bundle/', cli))

await rm(outdir, { recursive: true, force: true })
await build({
  entryPoints: [fileURLToPath(new URL('dist/main.js', cli))],
  outdir,
  bundle: true,
  // Commands that are not run are not loaded.
  splitting: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  minifySyntax: true,
  minifyWhitespace: true,
  // Class and function names show in what people see of an error.
  keepNames: false,
  external: ['@photostructure/sqlite', '@aws-sdk/*'],
  legalComments: 'none',
  logLevel: 'warning',
})
