import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { generalHelp, serveHelp } from '../packages/cli/src/messages/help-text.ts'
import { migrateHelp, rebuildHelp } from '../packages/cli/src/migrate/migrate-help.ts'
import { recountHelp } from '../packages/cli/src/migrate/recount-help.ts'
import { checkHelp } from '../packages/cli/src/model-file/check-help.ts'
import { checkOpenOptions } from '../packages/cli/src/open-options.ts'
import { docsHelp } from '../packages/cli/src/outputs/docs-help.ts'
import { exportModelHelp } from '../packages/cli/src/outputs/export-help.ts'
import { importModelHelp } from '../packages/cli/src/outputs/import-help.ts'
import { exportHelp, importHelp } from '../packages/cli/src/transfer/transfer-help.ts'
import { triggerHelp } from '../packages/cli/src/trigger/trigger-help.ts'
import { workbenchHelp } from '../packages/cli/src/workbench/workbench-help.ts'

const root = resolve(import.meta.dirname, '..')
const helps = new Map<string, string>([
  ['serve', serveHelp],
  ['workbench', workbenchHelp],
  ['trigger', triggerHelp],
  ['check', checkHelp],
  ['docs', docsHelp],
  ['migrate', migrateHelp],
  ['rebuild', rebuildHelp],
  ['recount', recountHelp],
  ['export', exportHelp + exportModelHelp],
  ['import', importHelp + importModelHelp],
])

interface Document {
  /** Relative to the project's root. */
  readonly path: string
  readonly text: string
  /** The text without code blocks. */
  readonly prose: string
}

const documents = findFiles(root, /\.md$/).map((file): Document => {
  const text = readFileSync(file, 'utf8')
  return { path: relative(root, file), text, prose: text.replace(/^```[\s\S]*?^```/gm, '') }
})

function findFiles(directory: string, wanted: RegExp): string[] {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name.startsWith('.') || ['node_modules', 'dist', 'bundle'].includes(entry.name)) return []
    const path = join(directory, entry.name)
    if (entry.isDirectory()) return findFiles(path, wanted)
    return wanted.test(entry.name) ? [path] : []
  })
}

/** Whether a folder has tests of its own or an entry that `npm run` starts, and is not just a part of one. */
function holdsTests(path: string): boolean {
  if (!statSync(path).isDirectory()) return false
  return readdirSync(path, { recursive: true }).some((name) => /(?:\.test|^index)\.ts$/.test(String(name)))
}

/** Returns GitHub's anchor for a heading. */
function anchorOf(heading: string): string {
  const words = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase()
  return words
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')
}

function anchorsIn(file: string): Set<string> {
  const prose = documents.find(({ path }) => path === file)?.prose ?? ''
  return new Set([...prose.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading)))
}

function linksIn({ prose }: Document): string[] {
  const found = [...prose.matchAll(/\]\(([^)\s]+)\)|(?:src|srcset|href)="([^"\s]+)"/g)]
  return found.map(([, link, attribute]) => (link ?? attribute) as string).filter((to) => !/^\w+:/.test(to))
}

/** Returns the shell lines of a document without comments; lines that end in a backslash are joined. */
function shellLinesIn({ text }: Document): string[] {
  const blocks = [...text.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, block = '']) => block)
  const lines = blocks.flatMap((block) => block.replaceAll('\\\n', ' ').split('\n'))
  return lines.map((line) => line.replace(/\s#.*$/, ''))
}

/** Returns the arguments of every call of the command in a document. */
function commandsIn(document: Document): string[][] {
  const calls = shellLinesIn(document).flatMap((line) => [...line.matchAll(/\bmonotable (?!=)([^|>]+)/g)])
  return calls.map(([, words = '']) => words.trim().split(/\s+/))
}

describe('documents', () => {
  it('have no broken links', () => {
    const broken = documents.flatMap((document) =>
      linksIn(document)
        .filter((link) => {
          const [place = '', anchor] = link.split('#')
          const target = place === '' ? document.path : join(dirname(document.path), place)
          if (!existsSync(join(root, target))) return true
          return anchor !== undefined && !anchorsIn(target).has(anchor)
        })
        .map((link) => `${document.path}: ${link}`),
    )
    expect(broken).toEqual([])
  })

  it('have no lines of prose that are longer than 120 characters', () => {
    const long = documents
      .filter(({ path }) => !/^(?:CHANGELOG|bench.RESULTS)\.md$/.test(path))
      .flatMap(({ path, prose }) =>
        prose
          .split('\n')
          // Tables, pictures and a single long word cannot be divided.
          .filter((line) => line.length > 120 && !/^\s*[|<]|^\S+$/.test(line))
          .map((line) => `${path}: ${line}`),
      )
    expect(long).toEqual([])
  })

  it('name only files that exist', () => {
    const lost = documents
      .filter(({ path }) => path !== 'CHANGELOG.md')
      .flatMap(({ path, text }) =>
        [...text.matchAll(/`((?:packages|tests|scripts|examples|bench|docs)\/[\w@./-]+)`/g)]
          .map(([, file = '']) => file)
          .filter((file) => !existsSync(join(root, file)))
          .map((file) => `${path}: ${file}`),
      )
    expect(lost).toEqual([])
  })

  it('name only source files that exist somewhere', () => {
    const sources = ['packages', 'tests', 'scripts', 'examples', 'bench'].flatMap((folder) =>
      findFiles(join(root, folder), /\.(?:tsx?|mjs|js)$/),
    )
    const paths = sources.map((file) => `/${relative(root, file).replaceAll('\\', '/')}`)
    const lost = documents
      .filter(({ path }) => /^(?:ARCHITECTURE|CONTRIBUTING|docs.(?:internals|decisions).*)\.md$/.test(path))
      .flatMap(({ path, prose }) =>
        [...prose.matchAll(/`((?!bundle\/)[\w-]+(?:\/[\w.-]+)*\.(?:tsx?|mjs|js))`/g)]
          .map(([, file = '']) => file)
          .filter((file) => !paths.some((known) => known.endsWith(`/${file}`)))
          .map((file) => `${path}: ${file}`),
      )
    expect(lost).toEqual([])
  })

  it('are linked from another document', () => {
    const targets = new Set(
      documents.flatMap((document) =>
        linksIn(document).map((link) => join(dirname(document.path), link.split('#')[0] ?? '')),
      ),
    )
    const pages = documents.filter(({ path }) => /^docs.(?:guide|internals)./.test(path))
    // GitHub shows the README of a folder under a link to the folder.
    const unfound = pages.filter(({ path }) => !targets.has(path.replace(/.README\.md$/, '')))
    expect(unfound.map(({ path }) => path)).toEqual([])
  })

  it('list every kind of test', () => {
    const architecture = documents.find(({ path }) => path === 'ARCHITECTURE.md')?.text ?? ''
    const kinds = readdirSync(join(root, 'tests'), { withFileTypes: true })
      .filter((entry) => entry.name.endsWith('.test.ts') || holdsTests(join(root, 'tests', entry.name)))
      .map(({ name }) => `| \`tests/${name}\` |`)
    expect(kinds.filter((row) => !architecture.includes(row))).toEqual([])
  })

  it('use only commands and options that exist', () => {
    const wrong = documents.flatMap((document) =>
      commandsIn(document).flatMap(([command = '', ...words]) => {
        const call = `${document.path}: monotable ${[command, ...words].join(' ')}`
        const help = command.startsWith('-') ? generalHelp : helps.get(command)
        if (help === undefined) return [call]
        const options = words.filter((word) => /^--?[a-z]/.test(word)).map((word) => word.split('=')[0] ?? '')
        return options.every((option) => new RegExp(`(?<![\\w-])${option}(?![\\w-])`).test(help))
          ? []
          : [call]
      }),
    )
    expect(wrong).toEqual([])
  })

  it('call the command as in a project that has installed it', () => {
    const wrong = documents.flatMap((document) =>
      shellLinesIn(document)
        .filter((line) => /(?<!npx )(?<![\w/.@-])monotable [a-z-]/.test(line))
        .map((line) => `${document.path}: ${line}`),
    )
    expect(wrong).toEqual([])
  })

  it('describe every command', () => {
    const listed = [...generalHelp.matchAll(/^ {2}([a-z]+) {3,}/gm)].map(([, name]) => name)
    expect(listed.toSorted()).toEqual([...helps.keys()].toSorted())
    const guides = documents.filter(({ path }) => /^docs\/guide\//.test(path)).map(({ text }) => text)
    expect(listed.filter((name) => !guides.some((text) => text.includes(`monotable ${name}`)))).toEqual([])
  })

  it.each([
    ['server', serveHelp],
    ['triggers', triggerHelp],
  ])('describe every option of the command in the guide "%s"', (guide, help) => {
    const options = [...help.matchAll(/^ {2}(?:-\w,| {3}) (--[\w-]+)/gm)].map(([, name = '']) => name)
    expect(options.length).toBeGreaterThan(20)
    const text = guideOf(guide)
    const missing = options.filter((name) => name !== '--help' && !new RegExp(`${name}(?![\\w-])`).test(text))
    expect(missing).toEqual([])
  })

  it('describe every option of openDatabase', () => {
    const open = () => checkOpenOptions({ unheardOf: true } as object)
    expect(open).toThrow(/its options are /)
    const [, names = ''] = /its options are (.*)/.exec(messageOf(open)) ?? []
    const missing = names.split(', ').filter((name) => !new RegExp(`\`${name}[\`:]`).test(guideOf('server')))
    expect(missing).toEqual([])
  })
})

function guideOf(name: string): string {
  return documents.find(({ path }) => path === join('docs', 'guide', `${name}.md`))?.text ?? ''
}

function messageOf(call: () => void): string {
  try {
    call()
    return ''
  } catch (error) {
    return (error as Error).message
  }
}
