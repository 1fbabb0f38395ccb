import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type WatchedModel, watchModel } from './watch-model.ts'

let folder: string
let watched: WatchedModel | undefined

beforeEach(() => {
  // Inside the package, so that a model file finds what it imports.
  folder = mkdtempSync(join(import.meta.dirname, 'test-'))
})

afterEach(() => {
  watched?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Returns a file that takes a given time to load, or for ever, and records when it starts. */
const file = (name: string, loadMs: number) => `
  globalThis.loadedModels.push('${name}')
  await new Promise((resolve) => ${loadMs === Number.POSITIVE_INFINITY ? '{}' : `setTimeout(resolve, ${loadMs})`})
  throw new Error('${name}')
`

test('the later of two changes wins, even if the earlier one takes longer to load, or for ever', async () => {
  const begun: string[] = []
  Object.assign(globalThis, { loadedModels: begun })
  const path = join(folder, 'model.mjs')
  writeFileSync(path, file('first', 0))
  watched = await watchModel(path)
  writeFileSync(path, file('endless', Number.POSITIVE_INFINITY))
  await vi.waitUntil(() => begun.includes('endless'), { timeout: 120_000 })
  writeFileSync(path, file('slow', 1_000))
  await vi.waitUntil(() => begun.includes('slow'), { timeout: 120_000 })
  writeFileSync(path, file('last', 0))
  await vi.waitUntil(() => watched?.current().error?.includes('last'), { timeout: 120_000 })
  await delay(1_200)
  expect(watched.current().error).toContain('last')
  Reflect.deleteProperty(globalThis, 'loadedModels')
})
