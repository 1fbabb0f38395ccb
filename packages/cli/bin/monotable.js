#!/usr/bin/env node
import { statSync } from 'node:fs'
import module from 'node:module'

// From Node 22.8 on: keeps compiled code between runs, so that later starts are faster.
module.enableCompileCache?.()

/** When a file was written, or nothing if it is not there. */
function writtenAt(path) {
  return statSync(new URL(path, import.meta.url), { throwIfNoEntry: false })?.mtimeMs
}

// The bundle starts faster. In a checkout it may be older than what was compiled since; then that is run.
const bundled = writtenAt('../bundle/main.js')
const packages = ['cli', 'engine', 'protocol', 'server', 'storage-sqlite']
const compiled = packages.map((name) => writtenAt(`../../${name}/dist/.tsbuildinfo`) ?? 0)
const isFresh = bundled !== undefined && compiled.every((time) => time <= bundled)

const { main } = await import(isFresh ? '../bundle/main.js' : '../dist/main.js')
process.exitCode = await main(process.argv.slice(2))
