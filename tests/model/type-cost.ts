import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { runCompiler } from '../run-compiler.ts'

const root = resolve(import.meta.dirname, '..', '..')

/**
 * Returns how many types the compiler instantiates for a model with some entities and its use, and the errors it
 * reports.
 */
export function typeCost(entities: number): {
  readonly instantiations: number
  readonly errors: readonly string[]
} {
  return compileProgram(createProgram(entities))
}

/**
 * Compiles a program that uses the model as an application does; `flags` are extra compiler options. `declarations` is
 * empty unless they ask for them.
 */
export function compileProgram(program: string, flags: readonly string[] = []) {
  const folder = mkdtempSync(join(tmpdir(), 'monotable-types-'))
  try {
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    writeFileSync(join(folder, 'program.ts'), program)
    const options = { extends: join(root, 'tsconfig.check.json'), include: ['program.ts'] }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(options))
    const output = runCompiler(folder, ['--extendedDiagnostics', ...flags])
    const instantiations = Number(/^Instantiations:\s+(\d+)/m.exec(output)?.[1])
    const errors = output.split('\n').filter((line) => line.includes('error TS') || line.startsWith('  '))
    const declared = join(folder, 'program.d.ts')
    const declarations = existsSync(declared) ? readFileSync(declared, 'utf8') : ''
    return { instantiations, errors, declarations }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Returns a program with a model whose entities have ten attributes and two indexes each, and that uses every verb and
 * a pattern of each entity.
 */
export function createProgram(entities: number): string {
  const parts = [
    "import { shape, table } from '@monotable/model'",
    `const app = table('App', { key: { pk: 'PK', sk: 'SK' }, indexes: {
      GSI1: { pk: 'GSI1PK', sk: 'GSI1SK' }, GSI2: { pk: 'GSI2PK', sk: 'GSI2SK' } } })`,
  ]
  for (let at = 0; at < entities; at++) parts.push(declareEntity(at))
  const names = Array.from({ length: entities }, (_, at) => `E${at}`)
  parts.push(`export const db = app.connect({ send: async () => ({}) }, {
    entities: { ${names.join(', ')} },
    patterns: { ${names.map((name) => `q${name}: ${name}.query('GSI1', { order: 'newest' }), c${name}: app.collect('primary', { one: ${name}.one(), many: ${name}.many() })`).join(',\n')} },
  })`)
  for (let at = 0; at < entities; at++) parts.push(useEntity(at))
  return parts.join('\n')
}

function declareEntity(at: number): string {
  return `interface Shape${at} { id${at}: string; owner: string; name: string; email: string; status: 'open' | 'closed';
    count: number; createdAt: Date; tags?: Set<string>; address?: { street: string; city: string }; note?: string }
  const E${at} = app.entity('E${at}', {
    schema: shape<Shape${at}>(),
    key: { pk: 'OWNER#{owner}', sk: 'E${at}#{id${at}}' },
    index: {
      GSI1: { pk: 'E${at}#{status}', sk: '{createdAt:iso}#{id${at}}' },
      GSI2: { pk: 'E${at}EMAIL#{email}', sk: 'E${at}#{name}', partial: 'drop' },
    },
    stored: { createdAt: 'date' },
  })`
}

function useEntity(at: number): string {
  const key = `{ owner: 'o', id${at}: 'i' }`
  return `export async function use${at}() {
    const created = await db.E${at}.create({ id${at}: 'i', owner: 'o', name: 'n', email: 'e', status: 'open', count: 1, createdAt: new Date(0) })
    const found = await db.E${at}.get(${key})
    await db.E${at}.update(${key}, { status: 'closed', count: 2 })
    const updated = await db.E${at}.update(${key}, (item, { set, add }) => [set(item.name, 'x'), add(item.count, 1)], { if: (item, { eq }) => eq(item.status, 'open') })
    const { items } = await db.q.qE${at}({ status: 'open' })
    const { one, many } = await db.q.cE${at}({ owner: 'o' })
    await db.E${at}.remove(${key})
    return [created.name, found?.count, updated.status, items[0]?.email, one?.name, many[0]?.note]
  }`
}
