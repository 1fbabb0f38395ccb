import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const page = resolve(import.meta.dirname, '..')
const files = readdirSync(page, { recursive: true, encoding: 'utf8' }).map((file) => join(page, file))
const sources = files.filter((file) => /(?<!\.test)\.tsx?$/.test(file))
const text = new Map(
  [...sources, ...files.filter((file) => file.endsWith('.css'))].map((file) => [
    file,
    readFileSync(file, 'utf8'),
  ]),
)

/** Returns the files that a pattern's first group names in another, as absolute paths. */
function named(file: string, pattern: RegExp): string[] {
  const found = [...(text.get(file) ?? '').matchAll(pattern)].map(([, path = '']) =>
    join(dirname(file), path),
  )
  return found.filter((path) => text.has(path))
}

/** Returns everything that is loaded together with a file. */
function loadedWith(file: string): Set<string> {
  const loaded = new Set([file])
  // Iterating over a set also visits the elements added on the way.
  for (const one of loaded) {
    for (const next of named(one, /(?:from|^import) '(\.[^']+)'/gm)) loaded.add(next)
  }
  return loaded
}

function stylesOf(css: string): string[] {
  return [...(text.get(css) ?? '').matchAll(/\.([a-z][\w-]*)(?=[^{}]*\{)/g)].map(([, name = '']) => name)
}

function classesOf(file: string): string[] {
  return [...(text.get(file) ?? '').matchAll(/\bclass=(?:"([^"]*)"|\{([^}]*)\})/g)]
    .flatMap(([, plain = '', computed = '']) => [plain, ...computed.matchAll(/['"`]([^'"`]*)['"`]/g)].flat())
    .flatMap((names) => names.split(/[^\w-]+/))
}

const isStyle = (file: string) => file.endsWith('.css')
const first = [
  ...loadedWith(join(page, 'main.tsx')),
  ...files.filter((file) => dirname(file) === import.meta.dirname && isStyle(file)),
]
const late = [...new Set(sources.flatMap((file) => named(file, /\bimport\('(\.[^']+)'\)/g)))]
const everywhere = new Set([...text.keys()].filter(isStyle).flatMap(stylesOf))

describe('styles', () => {
  it('some files are loaded on demand', () => expect(late.length).toBeGreaterThan(10))

  // Otherwise it would look right only after another view has brought its styles.
  it.each(late.map((file) => relative(page, file)))('%s imports the styles that it needs', (entry) => {
    const loaded = [...loadedWith(join(page, entry)), ...first]
    const styles = new Set(loaded.filter(isStyle).flatMap(stylesOf))
    const lacking = loaded.flatMap((file) =>
      classesOf(file)
        .filter((name) => everywhere.has(name) && !styles.has(name))
        .map((name) => `${relative(page, file)}: ${name}`),
    )
    expect([...new Set(lacking)]).toEqual([])
  })
})
