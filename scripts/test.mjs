// npm test: runs all checks. Names of test files restrict the last step: npm test -- packages/server
import { build, install, step, tool } from './prepare.mjs'
import { skippedTests } from './skipped-tests.mjs'

install()
build()
step('Checking style', process.execPath, [tool('@biomejs', 'biome', 'bin', 'biome'), 'check', '.'])
const typescript = tool('typescript', 'bin', 'tsc')
step('Checking types', process.execPath, [typescript, '-p', 'tsconfig.check.json'])
step('Running tests', process.execPath, [tool('vitest', 'vitest.mjs'), 'run', ...process.argv.slice(2)])
for (const line of skippedTests()) process.stderr.write(`  Skipped: ${line}\n`)
process.stderr.write('✓ All checks passed\n')
