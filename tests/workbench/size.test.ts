import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'

const page = fileURLToPath(new URL('../../packages/workbench/dist/page/', import.meta.url))
const firstLoadBudget = 150 * 1024
/** The target: enough for the frame and the collections, too little for an editor. */
const aim = 64 * 1024

describe('the size of the page', () => {
  it('the first load is small, including the first screen', () => {
    const files = firstLoad()
    const bytes = [...files].reduce((sum, file) => sum + gzipSync(readFileSync(file)).length, 0)
    expect(bytes).toBeLessThan(firstLoadBudget)
    expect(bytes).toBeLessThan(aim)
  })

  it('the editor is not part of it', () => {
    for (const file of firstLoad()) expect(readFileSync(file, 'utf8')).not.toContain('cm-content')
  })
})

/** Returns the page, every file it references, and the code of the first screen with its imports. */
function firstLoad(): Set<string> {
  const files = new Set<string>()
  follow(join(page, 'index.html'), files)
  const assets = [...files].join('\n')
  expect(assets).toMatch(/index-[\w-]+\.js/)
  for (const file of [...files]) {
    const lazy = readFileSync(file, 'utf8').match(/collections-screen-[\w-]+\.(?:js|css)/g) ?? []
    for (const name of lazy) follow(join(page, 'assets', name), files)
  }
  return files
}

function follow(file: string, files: Set<string>): void {
  if (files.has(file) || !existsSync(file)) return
  files.add(file)
  const text = readFileSync(file, 'utf8')
  const named = file.endsWith('.html')
    ? [...text.matchAll(/(?:src|href)="\.\/([^"]+)"/g)].map((match) => join(page, match[1] as string))
    : [...text.matchAll(/(?:from|import)\s*"\.\/([^"]+)"/g)].map((match) =>
        join(dirname(file), match[1] as string),
      )
  for (const next of named) follow(next, files)
}
