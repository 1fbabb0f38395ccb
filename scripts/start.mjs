// npm start: installs and builds what is missing, then runs the server. Options are passed on to "monotable serve": npm
// start -- --port 8001 --memory
import { fileURLToPath } from 'node:url'
import { build, install } from './prepare.mjs'

install()
build()

// Runs in this process, so that signals reach the server once and directly.
const command = new URL('../packages/cli/bin/monotable.js', import.meta.url)
process.argv = [process.execPath, fileURLToPath(command), 'serve', ...process.argv.slice(2)]
await import(command.href)
