import { describe, expect, it } from 'vitest'
import { requireFromAny } from './sqlite-driver.ts'

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
          /^A database in a folder needs @nobody\/sqlite, which cannot be loaded \(Cannot find module '@nobody\/sqlite'.* put into one file has to leave it outside/s,
        ),
      }),
    )
  })

  it('is one of Node itself from anywhere', () => {
    expect(requireFromAny('node:path', ['/nowhere/at/all.js']).module).toHaveProperty('join')
  })
})
