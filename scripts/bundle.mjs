// Bundles the packages, and then the command with everything that it needs from this workspace into one file. Loading
// hundreds of small files takes longer than all the rest of a cold start. Bundles that are up to date are left alone,
// as a running server may load parts of them at any time.
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
  // Identifiers are not minified, since class and function names appear in error messages; so there are no names to
  // keep.
  keepNames: false,
  legalComments: 'none',
  logLevel: 'warning',
}

// Code for the workbench and for the commands on models is separate, so that a starting server has less to read.
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

// This also removes the compiled code that was cached for an older bundle.
await bundlePackages()
const main = await build({
  entryPoints: [fileURLToPath(new URL('dist/main.js', cli))],
  outfile,
  write: false,
  ...style,
  // A script's compiled code can be cached, unlike a module's (bin/monotable.js).
  format: 'cjs',
  define: { 'import.meta.url': 'bundleUrl' },
  // Wraps the code in a function with the variables of a Node script; its caller is in bin/monotable.js.
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
    // The sample applications are written like any others, but are part of the command.
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

// A script from cached compiled code cannot use import(); its caller passes a function for that. The file gets its name
// last, when it is complete: its time shows that the whole bundle is there.
const [{ text: code }] = main.outputFiles
await writeFile(`${outfile}.new`, code.replaceAll(/(?<!\.)\bimport\(/g, 'importForBundle('))
await rename(`${outfile}.new`, outfile)
