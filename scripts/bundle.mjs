// Puts the command and all that it needs from this workspace into one file. Loading some hundreds of small files
// takes longer than everything else that a cold start does.
import { readFile, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const cli = new URL('../packages/cli/', import.meta.url)
const outdir = fileURLToPath(new URL('bundle/', cli))
const outfile = fileURLToPath(new URL('bundle/main.cjs', cli))

// What was kept of an older bundle, in compiled form, goes with it.
await rm(outdir, { recursive: true, force: true })
await build({
  entryPoints: [fileURLToPath(new URL('dist/main.js', cli))],
  outfile,
  bundle: true,
  platform: 'node',
  // Of a script, unlike a module, compiled code can be kept (bin/monotable.js).
  format: 'cjs',
  define: { 'import.meta.url': 'bundleUrl' },
  banner: { js: "const bundleUrl = require('node:url').pathToFileURL(__filename).href;" },
  target: 'node20',
  minifySyntax: true,
  minifyWhitespace: true,
  // Class and function names show in what people see of an error.
  keepNames: false,
  external: ['@photostructure/sqlite', '@aws-sdk/*', 'pg'],
  legalComments: 'none',
  logLevel: 'warning',
})

// A script that was compiled before cannot import; what runs it gives it a function that can.
const code = await readFile(outfile, 'utf8')
await writeFile(outfile, code.replaceAll(/\bimport\(/g, 'importForBundle('))
