import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '..')

/** The packages that each package may import. */
const packageLayers: { readonly [directory: string]: readonly string[] } = {
  protocol: [],
  model: [],
  engine: ['@monotable/protocol'],
  'storage-files': ['@monotable/engine'],
  'storage-log': ['@monotable/engine', '@monotable/storage-files'],
  'storage-sqlite': ['@monotable/engine', '@monotable/storage-files'],
  'storage-postgres': ['@monotable/engine'],
  server: ['@monotable/protocol', '@monotable/engine'],
  workbench: ['@monotable/protocol', '@monotable/model'],
  cli: [
    '@monotable/protocol',
    '@monotable/engine',
    '@monotable/storage-files',
    '@monotable/storage-log',
    '@monotable/storage-sqlite',
    '@monotable/storage-postgres',
    '@monotable/server',
    '@monotable/model',
    '@monotable/workbench',
  ],
}

/** The folders of the engine: each imports only itself and those before it. */
const engineFolders = [
  'util',
  'storage',
  'encoding',
  'expressions',
  'tables',
  'streams',
  'vectors',
  'transactions',
  'partiql',
  'validation',
  'access',
  'capacity',
  'adversity',
  'metrics',
  'operations',
  'copies',
  'bulk',
  'triggers',
  'kinesis',
  'engine',
  'testing',
]

/** The folders of the model: each imports only itself and those before it. */
const modelFolders = [
  'util',
  'port',
  'codec',
  'keys',
  'expressions',
  'entities',
  'writes',
  'reads',
  'outputs',
  'sending',
  'batches',
  'cost',
  'requests',
  'cache',
  'computed',
  'names',
  'forms',
  'distribution',
  'relations',
  'database',
  'history',
  'checks',
  'documents',
  'templates',
  'interchange',
  'streams',
  'evolution',
]

/** The folders of the SQLite store: each imports only itself and those before it. */
const sqliteFolders = ['file', 'memory', 'journal', 'data-file', 'spaces', 'testing', 'crash']

/** The folders of the log store: each imports only itself and those before it. */
const logFolders = ['log', 'checkpoint', 'testing', 'crash']

/** The folders of the server: each imports only itself and those before it. */
const serverFolders = ['messages', 'signatures', 'requests', 'turns', 'connections', 'testing']

/** Files that are longer than 400 lines, each with the reason why. */
const longFiles: { readonly [file: string]: string } = {}

/** Calls that are allowed only in some places. */
const banned: readonly { readonly call: RegExp; readonly instead: string; readonly allowed: RegExp }[] = [
  {
    call: /\bDate\.now\(|new Date\(\)/,
    instead: 'a Clock',
    allowed: /util\/clock\.ts$|^packages\/(server|cli)\//,
  },
  { call: /\bMath\.random\(/, instead: 'a Random', allowed: /^$/ },
  { call: /\bprocess\.exit\(/, instead: 'an exit code', allowed: /^packages\/cli\// },
  { call: /\beval\(|new Function\(/, instead: 'a function', allowed: /^$/ },
  { call: /\bas any\b|: any[\s,;)=>]/, instead: 'a type', allowed: /help-text\.ts$/ },
  { call: /__proto__(?!')/, instead: 'setOwn', allowed: /own-property\.ts$|\/testing\// },
]

interface SourceFile {
  /** Relative to the project's root, with forward slashes. */
  readonly path: string
  readonly text: string
  readonly code: string
  readonly imports: readonly string[]
}

const sources = findFiles(join(root, 'packages'))
  .filter((file) => /\/src\/.*\.tsx?$/.test(file) && !/\.test(-d)?\.tsx?$/.test(file))
  .map(readSource)

function findFiles(directory: string): string[] {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === 'node_modules' || entry.name === 'dist') return []
    const path = join(directory, entry.name)
    return entry.isDirectory() ? findFiles(path) : [path.replaceAll('\\', '/')]
  })
}

function readSource(file: string): SourceFile {
  const text = readFileSync(file, 'utf8')
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')
  const imports = [...code.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map((match) => match[1] as string)
  return { path: relative(root, file).replaceAll('\\', '/'), text, code, imports }
}

function packageOf(path: string): string {
  return path.split('/')[1] as string
}

function folderOf(path: string): string {
  return path.split('/')[3] as string
}

/** Returns the file that a relative import leads to, relative to the project's root. */
function targetOf(source: SourceFile, specifier: string): string {
  return join(dirname(source.path), specifier).replaceAll('\\', '/')
}

describe('tidy', () => {
  it('packages import only the layers below them', () => {
    const wrong = sources.flatMap((source) =>
      source.imports
        .filter((specifier) => specifier.startsWith('@monotable/') || specifier === 'monotable')
        .filter(
          (specifier) =>
            !packageLayers[packageOf(source.path)]?.includes(specifier.split('/').slice(0, 2).join('/')),
        )
        .map((specifier) => `${source.path} imports ${specifier}`),
    )
    expect(wrong).toEqual([])
  })

  it('no package reaches into another by a relative path', () => {
    // The programs that tests kill belong to the tests, and are not published.
    const published = sources.filter(({ path }) => folderOf(path) !== 'crash')
    const wrong = published.flatMap((source) =>
      source.imports
        .filter((specifier) => specifier.startsWith('.'))
        .filter((specifier) => packageOf(targetOf(source, specifier)) !== packageOf(source.path))
        .map((specifier) => `${source.path} imports ${specifier}`),
    )
    expect(wrong).toEqual([])
  })

  it.each([
    ['engine', engineFolders],
    ['model', modelFolders],
    ['storage-sqlite', sqliteFolders],
    ['storage-log', logFolders],
    ['server', serverFolders],
  ])('folders of the %s import only themselves and those before them', (name, folders) => {
    const wrong: string[] = []
    const inFolder = new RegExp(`^packages/${name}/src/[\\w-]+/`)
    for (const source of sources.filter(({ path }) => inFolder.test(path))) {
      const own = folders.indexOf(folderOf(source.path))
      expect(own, `${source.path} is in a folder without a layer`).toBeGreaterThanOrEqual(0)
      for (const specifier of source.imports.filter((name) => name.startsWith('.'))) {
        const other = folders.indexOf(folderOf(targetOf(source, specifier)))
        if (other > own) wrong.push(`${source.path} imports ${specifier}`)
      }
    }
    expect(wrong).toEqual([])
  })

  it('documents list the folders in their order', () => {
    const architecture = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')
    const told = /`(util → [^`]*)`/.exec(architecture)?.[1]?.split(/\s*→\s*/)
    expect(told).toEqual(engineFolders.filter((folder) => folder !== 'testing'))

    const page = readFileSync(join(root, 'docs/internals/model.md'), 'utf8')
    const [table = ''] = /(?:^\|.*\n)+/m.exec(page) ?? []
    const rows = table.split('\n').slice(2)
    const names = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([\w-]+)`/g)])
    expect(names.map(([, name]) => name)).toEqual(modelFolders)
  })

  it('there are no import cycles', () => {
    const byPath = new Map(sources.map((source) => [source.path, source]))
    const state = new Map<string, 'open' | 'done'>()
    const cycles: string[] = []
    const visit = (path: string, trail: readonly string[]): void => {
      const source = byPath.get(path)
      if (source === undefined || state.get(path) === 'done') return
      if (state.get(path) === 'open') {
        cycles.push([...trail.slice(trail.indexOf(path)), path].join(' → '))
        return
      }
      state.set(path, 'open')
      for (const specifier of source.imports.filter((name) => name.startsWith('.'))) {
        visit(targetOf(source, specifier), [...trail, path])
      }
      state.set(path, 'done')
    }
    for (const { path } of sources) visit(path, [])
    expect(cycles).toEqual([])
  })

  it('files are at most 400 lines long, or have a reason', () => {
    const long = sources
      .filter(({ path, text }) => text.split('\n').length > 400 && longFiles[path] === undefined)
      .map(({ path, text }) => `${path}: ${text.split('\n').length} lines`)
    expect(long).toEqual([])
  })

  it('index.ts only re-exports, and exists only at the entries of a package', () => {
    const entries = /^packages\/[\w-]+\/src\/(testing\/|operations\/)?index\.ts$/
    const wrong = sources
      .filter(({ path }) => path.endsWith('/index.ts'))
      .filter(({ path, code }) => !entries.test(path) || /\b(function|const|class)\b/.test(code))
      .map(({ path }) => path)
    expect(wrong).toEqual([])
  })

  it('file names describe their content', () => {
    const vague = sources.filter(({ path }) => /\/(utils?|helpers?|common|misc|types?)\.ts$/.test(path))
    expect(vague.map(({ path }) => path)).toEqual([])
  })

  it('only the testing entry and unpublished code depend on test tools', () => {
    const wrong = sources
      .filter(({ path }) => !/^packages\/(engine\/src\/testing|storage-files\/src\/crash)\//.test(path))
      .filter(({ imports }) =>
        imports.some((specifier) => specifier === 'vitest' || specifier === 'fast-check'),
      )
    expect(wrong.map(({ path }) => path)).toEqual([])
  })

  it.each(banned)('$call is not called: use $instead', ({ call, allowed }) => {
    const wrong = sources.filter(({ path, code }) => call.test(code) && !allowed.test(path))
    expect(wrong.map(({ path }) => path)).toEqual([])
  })

  it('the project works in a folder with spaces and umlauts: no file uses the escaped path of a URL', () => {
    const programs = ['packages', 'scripts', 'tests', 'bench', 'examples'].flatMap((folder) =>
      findFiles(join(root, folder)).filter((file) => /(?<!\/bundle\/.*)\.(?:ts|tsx|js|mjs|cjs)$/.test(file)),
    )
    const wrong = programs.filter((file) => /import\.meta\.url\)\.pathname/.test(readFileSync(file, 'utf8')))
    expect(wrong).toEqual([])
  })
})
