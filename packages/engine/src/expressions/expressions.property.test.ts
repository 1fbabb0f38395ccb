import type { AttributeMap, AttributeValue } from '@monotable/protocol'
import { attributeTypeOf, ServiceError } from '@monotable/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { draws } from '../../../../tests/draws.ts'
import { compileCondition } from './compile-condition.ts'
import { compileKeyCondition } from './compile-key-condition.ts'
import { compileProjection } from './compile-projection.ts'
import { compileUpdate } from './compile-update.ts'
import { Placeholders } from './placeholders.ts'

/** A condition as a tree that can be printed, and evaluated in the most naive way. */
type Model =
  | { kind: 'and' | 'or'; parts: Model[] }
  | { kind: 'not'; part: Model }
  | { kind: 'compare'; comparator: '=' | '<>' | '<' | '<=' | '>' | '>='; name: string; value: Small }
  | { kind: 'between'; name: string; low: number; high: number }
  | { kind: 'in'; name: string; values: Small[] }
  | { kind: 'exists' | 'not_exists'; name: string }
  | { kind: 'size'; name: string; least: number }

/** A number or a text from a small range, so that some are equal. */
type Small = number | string

const names = ['a', 'b', 'c.x', 'd[1]', 'zz']
const name = fc.constantFrom(...names)
const small: fc.Arbitrary<Small> = fc.oneof(
  fc.integer({ min: -3, max: 3 }),
  fc.constantFrom('', 'p', 'pq', 'q'),
)

const model = fc.letrec<{ model: Model; leaf: Model }>((tie) => ({
  model: fc.oneof(
    { depthSize: 'small' },
    tie('leaf'),
    fc.record({
      kind: fc.constantFrom('and', 'or'),
      parts: fc.array(tie('model'), { minLength: 2, maxLength: 4 }),
    }),
    fc.record({ kind: fc.constant('not'), part: tie('model') }),
  ),
  leaf: fc.oneof(
    fc.record({
      kind: fc.constant('compare'),
      comparator: fc.constantFrom('=', '<>', '<', '<=', '>', '>='),
      name,
      value: small,
    }),
    fc
      .tuple(name, fc.integer({ min: -3, max: 3 }), fc.nat(3))
      .map(([path, low, width]) => ({ kind: 'between' as const, name: path, low, high: low + width })),
    fc.record({ kind: fc.constant('in'), name, values: fc.array(small, { minLength: 1, maxLength: 3 }) }),
    fc.record({ kind: fc.constantFrom('exists', 'not_exists'), name }),
    fc.record({ kind: fc.constant('size'), name, least: fc.nat(3) }),
  ) as fc.Arbitrary<Model>,
})).model

const printed = { and: ' AND ', or: ' or ' }
const levels = { or: 0, and: 1, not: 2 } as const

/** Prints a condition with only the parentheses that it needs, and collects its values. */
function print(node: Model, values: Map<string, Small>, level = 0): string {
  const place = (value: Small) => {
    const placeholder = `:v${values.size}`
    values.set(placeholder, value)
    return placeholder
  }
  switch (node.kind) {
    case 'and':
    case 'or': {
      const own = levels[node.kind]
      // Both are associative, so a part of the same kind needs no parentheses.
      const text = node.parts.map((part) => print(part, values, own)).join(printed[node.kind])
      return own < level ? `(${text})` : text
    }
    case 'not':
      return `NOT ${print(node.part, values, levels.not)}`
    case 'compare':
      return `${node.name} ${node.comparator} ${place(node.value)}`
    case 'between':
      return `${node.name} BETWEEN ${place(node.low)} AND ${place(node.high)}`
    case 'in':
      return `${node.name} IN (${node.values.map(place).join(',')})`
    case 'exists':
    case 'not_exists':
      return `attribute_${node.kind}(${node.name})`
    case 'size':
      return `size(${node.name})>=${place(node.least)}`
  }
}

function countNodes(node: Model): number {
  if (node.kind === 'not') return 1 + countNodes(node.part)
  if (node.kind !== 'and' && node.kind !== 'or') return 1
  return node.parts.reduce((sum, part) => sum + 1 + countNodes(part), 0)
}

function evaluate(node: Model, item: Map<string, Small>): boolean {
  switch (node.kind) {
    case 'and':
      return node.parts.every((part) => evaluate(part, item))
    case 'or':
      return node.parts.some((part) => evaluate(part, item))
    case 'not':
      return !evaluate(node.part, item)
    case 'compare':
      return compare(node.comparator, item.get(node.name), node.value)
    case 'between': {
      const value = item.get(node.name)
      return compare('>=', value, node.low) && compare('<=', value, node.high)
    }
    case 'in':
      return node.values.some((value) => compare('=', item.get(node.name), value))
    case 'exists':
      return item.has(node.name)
    case 'not_exists':
      return !item.has(node.name)
    case 'size': {
      const value = item.get(node.name)
      return typeof value === 'string' && value.length >= node.least
    }
  }
}

function compare(comparator: string, left: Small | undefined, right: Small): boolean {
  if (typeof left !== typeof right || left === undefined) return comparator === '<>'
  if (comparator === '=') return left === right
  if (comparator === '<>') return left !== right
  if (comparator === '<') return left < right
  if (comparator === '<=') return left <= right
  return comparator === '>' ? left > right : left >= right
}

function attributeOf(value: Small): AttributeValue {
  return typeof value === 'number' ? { N: String(value) } : { S: value }
}

function itemOf(values: Map<string, Small>): AttributeMap {
  const at = (path: string) => values.get(path) as Small
  const item: AttributeMap = { d: { L: [{ NULL: true }] } }
  if (values.has('a')) item['a'] = attributeOf(at('a'))
  if (values.has('b')) item['b'] = attributeOf(at('b'))
  if (values.has('c.x')) item['c'] = { M: { x: attributeOf(at('c.x')) } }
  if (values.has('d[1]')) item['d'] = { L: [{ NULL: true }, attributeOf(at('d[1]'))] }
  return item
}

describe('a condition', () => {
  it('means the same as a naive evaluation of its tree', () => {
    const item = fc.uniqueArray(fc.tuple(fc.constantFrom(...names.slice(0, -1)), small), {
      selector: ([path]) => path,
    })
    fc.assert(
      fc.property(model, fc.array(item, { minLength: 1, maxLength: 5 }), (tree, items) => {
        const given = new Map<string, Small>()
        const source = print(tree, given)
        // A node is at most two operators, of which 300 are allowed.
        fc.pre(source.length <= 4096 && countNodes(tree) <= 150)
        const values = Object.fromEntries([...given].map(([key, value]) => [key, attributeOf(value)]))
        const placeholders = new Placeholders(given.size === 0 ? {} : { values })
        const condition = compileCondition({ parameter: 'FilterExpression', source, placeholders })
        placeholders.requireAllUsed()
        for (const entries of items) {
          const attributes = new Map(entries)
          expect(condition.test(itemOf(attributes))).toBe(evaluate(tree, attributes))
        }
      }),
      { numRuns: draws(300) },
    )
  })
})

/** Text that is almost an expression. */
const nearlyExpression = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...['(', ')', '[', ']', '.', ',', '=', '<', '>', '<>', '+', '-', ' ', '#', ':', '0', '1', '_', '"'],
        ...['a', 'b', '#a', ':v', 'AND', 'OR', 'NOT', 'IN', 'BETWEEN', 'SET', 'REMOVE', 'ADD', 'DELETE'],
        ...['size(', 'contains(', 'attribute_exists(', 'if_not_exists(', 'list_append(', 'abort'],
      ),
      fc.string({ unit: 'binary', maxLength: 3 }),
    ),
    { maxLength: 60 },
  )
  .chain((pieces) => fc.constantFrom(pieces.join(''), pieces.join(' ')))

describe('any text', () => {
  const compilers = {
    condition: (source: string, placeholders: Placeholders) =>
      compileCondition({ parameter: 'ConditionExpression', source, placeholders }).test({}),
    'key condition': (source: string, placeholders: Placeholders) =>
      compileKeyCondition({ source, placeholders }),
    projection: (source: string, placeholders: Placeholders) =>
      compileProjection({ source, placeholders }).project({}),
    update: (source: string, placeholders: Placeholders) => compileUpdate({ source, placeholders }).apply({}),
  }

  it.each(Object.entries(compilers))('is a %s or a ValidationException, never a crash', (_, compile) => {
    fc.assert(
      fc.property(nearlyExpression, (source) => {
        const placeholders = new Placeholders({ names: { '#a': 'a' }, values: { ':v': { N: '1' } } })
        try {
          compile(source, placeholders)
        } catch (error) {
          if (!(error instanceof ServiceError)) throw error
          expect(error.name).toBe('ValidationException')
        }
      }),
      { numRuns: draws(500) },
    )
  })

  const hostile = [
    '(',
    'f(',
    'size(',
    'NOT ',
    'a.',
    'a[0]',
    '((a=b)and',
    'a=(',
    'set a=(',
    '(a=b OR ',
    ',',
    '#',
  ]

  it.each(hostile)('that repeats %j many times is refused', (piece) => {
    const source = piece.repeat(Math.floor(4096 / piece.length))
    for (const compile of Object.values(compilers)) {
      expect(() => compile(source, new Placeholders())).toThrow(ServiceError)
      expect(() => compile(`set a = ${source.slice(0, 4000)}`, new Placeholders())).toThrow(ServiceError)
    }
  })
})

describe('an update of random paths', () => {
  const step = fc.constantFrom<string>('.x', '.y', '[0]', '[1]', '[2]')
  const path = fc
    .tuple(fc.constantFrom('a', 'b'), fc.array(step, { maxLength: 3 }))
    .map(([head, steps]) => head + steps.join(''))

  it('changes only what it names, and leaves the original item unchanged', () => {
    const deep: AttributeValue = { L: [{ M: { x: { N: '1' }, y: { L: [{ N: '2' }] } } }, { N: '3' }] }
    const item: AttributeMap = { a: deep, b: { M: { x: deep, y: { S: 's' } } }, c: { S: 'untouched' } }
    const copy = structuredClone(item)
    fc.assert(
      fc.property(fc.array(path, { minLength: 1, maxLength: 4 }), fc.boolean(), (paths, removes) => {
        const source = removes
          ? `REMOVE ${paths.join(', ')}`
          : `SET ${paths.map((p) => `${p} = :v`).join(', ')}`
        const placeholders = new Placeholders({ values: { ':v': { BOOL: true } } })
        let after: AttributeMap
        try {
          after = compileUpdate({ source, placeholders }).apply(item)
        } catch (error) {
          if (!(error instanceof ServiceError)) throw error
          return
        } finally {
          expect(item).toEqual(copy)
        }
        expect(after['c']).toBe(item['c'])
        for (const value of Object.values(after)) expect(attributeTypeOf(value)).toBeDefined()
      }),
      { numRuns: draws(200) },
    )
  })
})
