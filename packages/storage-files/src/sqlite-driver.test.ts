import { describe, expect, it } from 'vitest'
import { loadSqliteDriver, requireFromAny } from './sqlite-driver.ts'

describe('SQLite', () => {
  it.each([
    ['20.19.0', '@photostructure/sqlite'],
    ['22.12.0', '@photostructure/sqlite'],
    ['22.13.0', 'node:sqlite'],
    ['23.0.0', 'node:sqlite'],
  ])('of Node %s is %s', async (version, expected) => {
    // On a Node older than the requested version, which has no SQLite of its own, the error says so.
    const name = await loadSqliteDriver(version).then(
      ({ moduleName }) => moduleName,
      ({ message }: Error) => /needs (\S+),/.exec(message)?.[1],
    )
    expect(name).toBe(expected)
  })
})

describe('a module required from several places', () => {
  it('comes from the first that has it', () => {
    const places = ['/nowhere/at/all.js', import.meta.filename]
    const { file, module } = requireFromAny('@photostructure/sqlite', places)
    expect(file).toBe(import.meta.filename)
    expect(module).toHaveProperty('DatabaseSync')
  })

  it('is named in the error when none has it, which also tells what to do about a bundle', () => {
    const attempt = () => requireFromAny('@nobody/sqlite', ['/nowhere/at/all.js', import.meta.filename])
    expect(attempt).toThrow(
      expect.objectContaining({
        name: 'StorageError',
        code: 'UNAVAILABLE',
        message: expect.stringMatching(
          /^Keeping data in a folder needs @nobody\/sqlite, which cannot be loaded \(Cannot find module '@nobody\/sqlite'\). .* A bundled program has to leave it out/,
        ),
      }),
    )
  })

  it('is found from anywhere if it is part of Node', () => {
    expect(requireFromAny('node:path', ['/nowhere/at/all.js']).module).toHaveProperty('join')
  })
})
