#!/usr/bin/env node

// A script and no module: to start Node's loader of modules takes a fifth as long as to start Node.
const { readFileSync, renameSync, statSync, writeFileSync } = require('node:fs')
const { join } = require('node:path')
const vm = require('node:vm')

const bundle = join(__dirname, '../bundle/main.cjs')

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
    'storage-files',
    'storage-log',
    'storage-sqlite',
    'storage-postgres',
    'model',
    'workbench',
  ]
  const compiled = packages.map((name) => writtenAt(join(__dirname, '../..', name, 'dist/.tsbuildinfo')))
  return bundled !== undefined && compiled.every((time) => time === undefined || time <= bundled)
}

/**
 * Loads the bundle. To compile it takes a third of a cold start, so its compiled code is kept beside it. V8 refuses
 * what another version of it has made; then, and where nothing can be written, it is compiled as ever.
 */
function loadBundle() {
  const kept = `${bundle}.${process.version}-${process.arch}.cache`
  const cachedData = writtenAt(kept) === undefined ? undefined : readFileSync(kept)
  // The bundle has no letter beyond ASCII; as such it is read in half the time.
  const script = new vm.Script(readFileSync(bundle, 'latin1'), { filename: bundle, cachedData })
  const module = { exports: {} }
  script.runInThisContext()(module, require, bundle, (name) => import(name))
  const isKept = cachedData !== undefined && !script.cachedDataRejected
  return { ...module.exports, keep: isKept ? undefined : () => keep(script, kept) }
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

async function run(args) {
  const { main, endProcess, keep: keepCompiled } = loadBundle()
  // Not at once: code that has run until then is kept too.
  if (args[0] === 'serve' && keepCompiled !== undefined) setTimeout(keepCompiled, 2_000).unref()
  await endProcess(await main(args))
}

if (isFresh()) run(process.argv.slice(2))
else {
  process.stderr.write('monotable: it was not built, or compiled but not bundled since; run: npm run build\n')
  process.exitCode = 1
}
