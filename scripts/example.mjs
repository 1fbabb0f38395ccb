// npm run example -- <name> [arguments]: runs an application of examples/. Installs and builds what is missing first;
// jiti runs TypeScript on every Node that Monotable supports.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, install, root } from './prepare.mjs'

const folder = join(root, 'examples')
const [name = '', ...args] = process.argv.slice(2)
const file = join(folder, name, 'run.ts')
if (!/^[\w-]+$/.test(name) || !existsSync(file)) {
  const names = readdirSync(folder).filter((one) => existsSync(join(folder, one, 'run.ts')))
  process.stderr.write(`Usage: npm run example -- <name> [arguments]\nExamples: ${names.join(', ')}\n`)
  process.exit(2)
}
if (args.includes('--help') || args.includes('-h')) {
  // The first block comment of each is its usage.
  const [, usage = ''] = /\/\*(.*?)\*\//s.exec(readFileSync(file, 'utf8')) ?? []
  process.stdout.write(`${usage.replaceAll(/^ \* ?/gm, '').trim()}\n`)
  process.exit(0)
}

install()
build()
const { createJiti } = await import('jiti')
process.argv = [process.execPath, file, ...args]
await createJiti(import.meta.url).import(file)
