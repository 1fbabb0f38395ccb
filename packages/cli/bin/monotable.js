#!/usr/bin/env node
import module from 'node:module'

// From Node 22.8 on: keeps compiled code between runs, so that later starts are faster.
module.enableCompileCache?.()

const { main } = await import('../dist/main.js')
process.exitCode = await main(process.argv.slice(2))
