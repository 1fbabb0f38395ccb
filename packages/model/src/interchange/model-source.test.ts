import { model, shape, table } from '@monotable/model'
import { storedAs } from '@monotable/model/names'
import { transformSync } from 'esbuild'
import { describe, expect, it } from 'vitest'
import { describeModel } from '../documents/describe-model.ts'
import type { ModelDescription } from '../documents/model-description.ts'
import { buildModel } from './build-model.ts'
import { modelSource } from './model-source.ts'
import { draftEntity, draftPatterns } from './plain-entity.ts'

const hostile = [
  `'); process.exit(1); ('`,
  '`$' + '{process.exit(1)}`',
  'a\nb',
  '*/ throw 1 /*',
  '\u2028',
  '\\',
  '"',
  '__proto__',
  'constructor',
  'class',
  '1st',
  '',
  'ünïcode',
]

function describeNames(name: string): ModelDescription {
  const key = { pk: [{ name: 'PK', type: 'S' }], sk: [{ name: 'SK', type: 'N' }] } as const
  const index = {
    name,
    kind: 'global',
    pk: [{ name: 'other', type: 'S' }],
    sk: [],
    projection: [name],
  } as const
  const entity = draftEntity({
    name,
    verb: name,
    key,
    indexes: [index],
    attributes: [{ name, type: 'SS', required: false }],
  })
  const patterns = draftPatterns(name, entity, (pattern) => pattern)
  return {
    tables: [
      { name, key, indexes: [index], ttlAttribute: name, entities: [entity], patterns, relations: [] },
    ],
  }
}

describe('modelSource', () => {
  it.each(hostile)('names (%j) only become text in it', (name) => {
    const description = describeModel(buildModel(describeNames(name)))
    expect(describeModel(run(modelSource(description)))).toEqual(description)
  })

  it('types attributes named like members of every object', () => {
    const things = table('Things', { key: { pk: 'id' } })
    // Without "as const", this line is a type error.
    const schema = shape<{ id: string; constructor: string }>({ id: 'S', constructor: 'S' as const })
    const Thing = things.entity('Thing', { schema })
    const source = modelSource(describeModel(model({ entities: { Thing } })))
    expect(source).toContain("}>({ id: 'S', constructor: 'S' as const })")
  })

  it('keeps how attributes are stored, whatever their names', () => {
    const things = table('Things', { key: { pk: 'id' } })
    const Thing = things.entity('Thing', {
      schema: shape<{ id: string; before: Date; members: Date; elements: Date; chain: Date }>(),
      stored: { before: 'epoch', members: 'epoch', elements: 'epoch', chain: 'epoch' },
    })
    const source = modelSource(describeModel(model({ entities: { Thing } })))
    expect(source).toContain(
      "stored: { before: 'epoch', members: 'epoch', elements: 'epoch', chain: 'epoch' },",
    )
  })

  it('keeps read-only and hidden attributes', () => {
    const [table] = describeNames('a').tables as [ModelDescription['tables'][number]]
    const entities = table.entities.map((entity) => ({ ...entity, readOnly: ['x'], hidden: ['y', 'z'] }))
    const description = describeModel(buildModel({ tables: [{ ...table, entities }] }))
    expect(description.tables[0]?.entities[0]).toMatchObject({ readOnly: ['x'], hidden: ['y', 'z'] })
    expect(describeModel(run(modelSource(description)))).toEqual(description)
  })

  it('keeps conditions of indexes, and names in the table', () => {
    const tasks = table('Tasks', { key: { pk: 'PK' }, indexes: { open: { pk: 'G', sk: 'H' } } })
    const config = { schema: shape<{ id: string; status: string }>({ id: 'S', status: 'S' }) }
    const Task = tasks.entity('Task', {
      ...config,
      key: { pk: 'TASK#{id}' },
      index: { open: { pk: 'TASKS', sk: '{id}', when: { status: 'open' } } },
    })
    const Order = tasks.entity('Order', {
      ...config,
      key: { pk: 'ORDER#{id}' },
      index: { open: { pk: 'ORDERS', sk: '{id}', when: { status: ['open', 'late'] } } },
      storedAs: storedAs({ status: 's' }),
    })
    const description = describeModel(model({ entities: { Task, Order } }))
    const source = modelSource(description)
    expect(source).toContain("when: { status: 'open' }")
    expect(source).toContain("when: { status: ['open', 'late'] }")
    expect(describeModel(run(source))).toEqual(description)
  })

  it('gives things valid TypeScript names, each once', () => {
    const source = modelSource({
      tables: ['class', 'Class', '1st'].flatMap((name) => describeNames(name).tables),
    })
    expect(source).not.toContain('storedAs')
    const names = [...source.matchAll(/^export const (\S+) =/gm)].map(([, name]) => name)
    expect(names).toEqual(['class2', 'Class', 'class3', 'Class2', '_1st', '_1st2', 'app'])
  })
})

/** Runs the source as JavaScript, with its types removed. */
function run(source: string): ReturnType<typeof buildModel> {
  const { code } = transformSync(source, { loader: 'ts', format: 'cjs' })
  const module = { exports: {} as { app: ReturnType<typeof buildModel> } }
  const load = new Function('module', 'require', code) as (into: object, require: () => object) => void
  load(module, () => ({ model, shape, storedAs, table }))
  return module.exports.app
}
