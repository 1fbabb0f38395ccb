import { defineConfig } from 'vitest/config'

export default defineConfig({
  // Vitest hands these to Node itself, so `import` must not be among them: `require` would heed it too.
  ssr: { resolve: { conditions: ['monotable-source', 'node'] } },
  resolve: { conditions: ['monotable-source', 'node'] },
  test: {
    include: ['packages/*/src/**/*.test.ts', 'tests/**/*.test.ts'],
    setupFiles: ['tests/fixed-draws.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
})
