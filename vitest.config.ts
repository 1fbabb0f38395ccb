import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tests/longest-first.ts'

// Node reads these at every start, which takes it longer than all the rest, and no test talks to another machine.
delete process.env['NODE_EXTRA_CA_CERTS']

// Most code of a test runs for moments. By default V8 spends a tenth of all time on making it faster for longer. Only Node
// 20 knows this option; the others would not start with it.
const optimizesLater = process.versions.node.startsWith('20.') ? ['--interrupt-budget=500000'] : []

export default defineConfig({
  // Vitest hands these to Node itself, so `import` must not be among them: `require` would heed it too.
  ssr: { resolve: { conditions: ['monotable-source', 'node'] } },
  resolve: { conditions: ['monotable-source', 'node'] },
  test: {
    globalSetup: ['tests/shared-folder.ts'],
    setupFiles: ['tests/fixed-draws.ts'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // A second, as it is by default, is a time that a busy machine may take for anything.
    expect: { poll: { timeout: 120_000 } },
    // One more than the cores of a small machine: some file always waits, for a browser, a disk or a time to pass.
    maxWorkers: 3,
    execArgv: optimizesLater,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'together',
          include: ['packages/*/src/**/*.test.ts', 'tests/**/*.test.ts'],
          exclude: ['**/*.alone.test.ts'],
          // To import everything anew for each file took a fifth of the time of all tests.
          isolate: false,
        },
      },
      {
        // What changes things that last as long as the process.
        extends: true,
        test: { name: 'alone', include: ['{packages/*/src,tests}/**/*.alone.test.ts'] },
      },
    ],
  },
})
