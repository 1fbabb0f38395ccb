// npm start: installs and builds what is missing, then runs the server. Options go through to
// "monotable serve": npm start -- --port 8001 --memory
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { build, install, root } from './prepare.mjs'

install()
build()

const command = join(root, 'packages', 'cli', 'bin', 'monotable.js')
const child = spawn(process.execPath, [command, 'serve', ...process.argv.slice(2)], { stdio: 'inherit' })

// A terminal sends its signals to the child as well; this process waits for it to end.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => child.kill('SIGTERM'))
child.on('exit', (code, signal) => {
  process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 143)
})
