// Builds the workbench's page into its package, if any of its sources has changed since the last build.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { newestIn } from './newest-in.mjs'

const workbench = fileURLToPath(new URL('../packages/workbench/', import.meta.url))
const sources = [
  'workbench/src',
  'workbench/vite.config.ts',
  'workbench/package.json',
  'model/src',
  'protocol/src',
]
const newest = newestIn(...sources.map((path) => join(workbench, '..', path)))
if (newest > newestIn(join(workbench, 'dist/page/index.html')))
  await build({ configFile: join(workbench, 'vite.config.ts'), logLevel: 'warn' })
