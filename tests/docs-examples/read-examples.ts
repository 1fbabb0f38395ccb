import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '..', '..')

/** A piece of code that a reader may copy. */
export interface Example {
  /** The file, relative to the project's root, and the line at which it starts. */
  readonly file: string
  readonly line: number
  readonly code: string
}

/** Returns every `@example` of the packages, and the TypeScript of the guide and of all README files. */
export function readExamples(): Example[] {
  const sources = findFiles(join(root, 'packages'), /\/src\/.*(?<!\.test)\.ts$/)
  const pages = [
    join(root, 'README.md'),
    ...findFiles(join(root, 'docs', 'guide'), /\.md$/),
    ...findFiles(join(root, 'examples'), /\/README\.md$/),
    ...findFiles(join(root, 'packages'), /\/README\.md$/),
  ]
  return [...sources.flatMap(readComments), ...pages.flatMap(readPage)]
}

function findFiles(folder: string, wanted: RegExp): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (['node_modules', 'dist', 'bundle'].includes(entry.name)) return []
    const path = join(folder, entry.name).replaceAll('\\', '/')
    if (entry.isDirectory()) return findFiles(path, wanted)
    return wanted.test(path) ? [path] : []
  })
}

/** Returns the examples of a source file: the text from `@example` to the end of its comment. */
function readComments(path: string): Example[] {
  const text = readFileSync(path, 'utf8')
  return [...text.matchAll(/@example\n([\s\S]*?)\n\s*\*\//g)].map((match) => ({
    file: fromRoot(path),
    line: lineAt(text, match.index) + 1,
    code: (match[1] ?? '').replaceAll(/^\s*\* ?/gm, ''),
  }))
}

/** Returns the programs of a page: a block that begins with imports starts one, and the blocks after it continue it. */
function readPage(path: string): Example[] {
  const text = readFileSync(path, 'utf8')
  const examples: Example[] = []
  for (const match of text.matchAll(/^```ts\n([\s\S]*?)^```$/gm)) {
    const code = match[1] ?? ''
    const last = examples.at(-1)
    if (last !== undefined && !code.startsWith('import ')) {
      examples.splice(-1, 1, { ...last, code: `${last.code}\n${code}` })
    } else {
      examples.push({ file: fromRoot(path), line: lineAt(text, match.index) + 1, code })
    }
  }
  return examples
}

function fromRoot(path: string): string {
  return relative(root, path).replaceAll('\\', '/')
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}
