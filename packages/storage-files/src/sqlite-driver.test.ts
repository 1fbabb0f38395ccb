import { describe, expect, it } from 'vitest'
import { loadSqliteDriver, requireFromAny } from './sqlite-driver.ts'

describe('SQLite', () => {
  it.each([
    ['20.19.0', '@photostructure/sqlite'],
    ['22.12.0', '@photostructure/sqlite'],
    ['22.13.0', 'node:sqlite'],
    ['23.0.0', 'node:sqlite'],
  ])('of Node %s is %s', async (version, expected) => {
    // An older Node than the one that is asked for has none of its own, and says so.
    const name = await loadSqliteDriver(version).then(
      ({ moduleName }) => moduleName,
      ({ message }: Error) => /needs (\S+),/.exec(message)?.[1],
    )
    expect(name).toBe(expected)
  })
})

describe('a module that is required from several places', () => {
  it('comes from the first that has it', () => {
    const places = ['/nowhere/at/all.js', import.meta.filename]
    const { file, module } = requireFromAny('@photostructure/sqlite', places)
    expect(file).toBe(import.meta.filename)
    expect(module).toHaveProperty('DatabaseSync')
  })

  it('is asked for by name when none has it, and a bundle is told what to do', () => {
    const attempt = () => requireFromAny('@nobody/sqlite', ['/nowhere/at/all.js', import.meta.filename])
    expect(attempt).toThrow(
      expect.objectContaining({
        name: 'StorageError',
        code: 'UNAVAILABLE',
        message: expect.stringMatching(
          /^What is kept in a folder needs @nobody\/sqlite, which cannot be loaded \(Cannot find module '@nobody\/sqlite'\). .* put into one file has to leave it outside/,
        ),
      }),
    )
  })

  it('is one of Node itself from anywhere', () => {
    expect(requireFromAny('node:path', ['/nowhere/at/all.js']).module).toHaveProperty('join')
  })
})
