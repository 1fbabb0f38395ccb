#!/usr/bin/env node

// To import these would make modules of them, with all that node:fs loads only when it is asked for.
const { readFileSync, renameSync, statSync, writeFileSync } = process.getBuiltinModule('node:fs')
const { createRequire } = process.getBuiltinModule('node:module')
const { fileURLToPath } = process.getBuiltinModule('node:url')
const vm = process.getBuiltinModule('node:vm')

const bundle = fileURLToPath(new URL('../bundle/main.cjs', import.meta.url))

/** When a file was written, or nothing if it is not there. */
function writtenAt(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs
}

/** In a checkout the bundle may be older than what was compiled since. */
function isFresh() {
  const bundled = writtenAt(bundle)
  const packages = [
    'cli',
    'engine',
    'protocol',
    'server',
    'storage-sqlite',
    'storage-postgres',
    'model',
    'workbench',
  ]
  const compiled = packages.map((name) =>
    writtenAt(new URL(`../../${name}/dist/.tsbuildinfo`, import.meta.url)),
  )
  return bundled !== undefined && compiled.every((time) => time === undefined || time <= bundled)
}

/**
 * Loads the bundle. To compile it takes a third of a cold start, so its compiled code is kept beside it. V8 refuses
 * what another version of it has made; then, and where nothing can be written, it is compiled as ever.
 */
function loadBundle() {
  const kept = `${bundle}.${process.version}-${process.arch}.cache`
  const cachedData = writtenAt(kept) === undefined ? undefined : readFileSync(kept)
  const source = `(function (module, require, __filename, importForBundle) {${readFileSync(bundle, 'latin1')}\n})`
  const script = new vm.Script(source, { filename: bundle, cachedData })
  const module = { exports: {} }
  script.runInThisContext()(module, createRequire(bundle), bundle, (name) => import(name))
  const isKept = cachedData !== undefined && !script.cachedDataRejected
  return { main: module.exports.main, keep: isKept ? undefined : () => keep(script, kept) }
}

function keep(script, path) {
  try {
    const unfinished = `${path}.${process.pid}`
    writeFileSync(unfinished, script.createCachedData())
    renameSync(unfinished, path)
  } catch {
    // The folder belongs to someone else: the next start is not faster than this one.
  }
}

const { main, keep: keepCompiled } = isFresh() ? loadBundle() : await import('../dist/main.js')
const args = process.argv.slice(2)
// Not at once: code that has run until then is kept too.
if (args[0] === 'serve' && keepCompiled !== undefined) setTimeout(keepCompiled, 2_000).unref()
process.exitCode = await main(args)
