// Bundles the packages, and then the command with all that it needs from this workspace into one file. Loading some
// hundreds of small files takes longer than everything else that a cold start does. What is up to date is left alone: a
// server that runs may load a part of it at any time.
import { readdirSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { bundlePackages } from './bundle-packages.mjs'
import { newestIn } from './newest-in.mjs'

const cli = new URL('../packages/cli/', import.meta.url)
const outdir = fileURLToPath(new URL('bundle/', cli))
const outfile = fileURLToPath(new URL('bundle/main.cjs', cli))
const external = ['@photostructure/sqlite', '@aws-sdk/*', 'pg', 'jiti', 'yaml']
const style = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  minifySyntax: true,
  minifyWhitespace: true,
  // Class and function names show in what people see of an error.
  keepNames: false,
  legalComments: 'none',
  logLevel: 'warning',
}

// What only the workbench or the commands for models need stands apart: a server that starts has less to read.
const apart = {
  name: 'apart',
  setup(build) {
    for (const [filter, path] of [
      [/\/start-workbench\.js$/, '../bundle/workbench.mjs'],
      [/\/model-commands\.js$/, '../bundle/model-commands.mjs'],
    ]) {
      build.onResolve({ filter }, ({ kind }) =>
        kind === 'entry-point' ? undefined : { path, external: true },
      )
    }
  },
}

const packages = fileURLToPath(new URL('..', cli))
const sources = [
  ...readdirSync(packages).flatMap((name) => [`${packages}${name}/dist`, `${packages}${name}/package.json`]),
  ...['examples', 'scripts', 'node_modules/.package-lock.json'].map((path) => `${packages}../${path}`),
]
if (newestIn(outfile) > newestIn(...sources)) process.exit()

// What was kept of an older bundle, in compiled form, goes with it.
await bundlePackages()
const main = await build({
  entryPoints: [fileURLToPath(new URL('dist/main.js', cli))],
  outfile,
  write: false,
  ...style,
  // Of a script, unlike a module, compiled code can be kept (bin/monotable.js).
  format: 'cjs',
  define: { 'import.meta.url': 'bundleUrl' },
  // A function of what a script of Node's would be given: see what calls it, in bin/monotable.js.
  banner: {
    js:
      "(function (module, require, __filename, importForBundle) { 'use strict';" +
      "const bundleUrl = require('node:url').pathToFileURL(__filename).href;",
  },
  footer: { js: '})' },
  plugins: [apart],
  external,
})
await build({
  entryPoints: {
    workbench: fileURLToPath(new URL('dist/workbench/start-workbench.js', cli)),
    'model-commands': fileURLToPath(new URL('dist/model-commands.js', cli)),
    // The sample applications are written as anybody would write theirs, and are part of the command all the same.
    samples: fileURLToPath(new URL('../examples/samples.ts', import.meta.url)),
  },
  outdir,
  outExtension: { '.js': '.mjs' },
  ...style,
  minifyWhitespace: false,
  format: 'esm',
  splitting: true,
  chunkNames: 'shared-[hash]',
  external,
})

// A script that was compiled before cannot import; what runs it gives it a function that can. It gets its name last, and
// when it is whole: by its time one sees that all is there.
const [{ text: code }] = main.outputFiles
await writeFile(`${outfile}.new`, code.replaceAll(/(?<!\.)\bimport\(/g, 'importForBundle('))
await rename(`${outfile}.new`, outfile)
