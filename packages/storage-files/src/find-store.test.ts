import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findStore } from './find-store.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'find-store-'))
})

afterEach(() => {
  rmSync(folder, { recursive: true })
})

describe('a store in a folder', () => {
  it.each([
    ['data.sqlite', 'sqlite'],
    ['journal', 'sqlite'],
    ['log-index', 'log'],
    ['log-12', 'log'],
    ['lock.sqlite', undefined],
    ['log-index.new', undefined],
  ])('is recognized by %s, even if its other files are lost', (file, store) => {
    writeFileSync(join(folder, file), '')
    expect(findStore(folder)).toBe(store)
  })

  it('is not found where the folder cannot be read', () => {
    expect(findStore(join(folder, 'none'))).toBeUndefined()
  })
})
