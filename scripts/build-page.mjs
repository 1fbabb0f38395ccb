// Builds the workbench's page into its package, when something that it is made of has changed since the last time.
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const workbench = fileURLToPath(new URL('../packages/workbench/', import.meta.url))
const sources = [
  'workbench/src',
  'workbench/vite.config.ts',
  'workbench/package.json',
  'model/src',
  'protocol/src',
]
const built = statSync(join(workbench, 'dist/page/index.html'), { throwIfNoEntry: false })?.mtimeMs ?? 0

const newest = Math.max(...sources.map((path) => newestIn(join(workbench, '..', path))))
if (newest > built) await build({ configFile: join(workbench, 'vite.config.ts'), logLevel: 'warn' })

function newestIn(path) {
  const found = statSync(path)
  if (!found.isDirectory()) return found.mtimeMs
  return Math.max(0, ...readdirSync(path).map((name) => newestIn(join(path, name))))
}
