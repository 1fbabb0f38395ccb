import type { AttributeValue } from '@monotable/protocol'
import { attributeTypeOf } from '@monotable/protocol'
import type { Comparator, Meaning, Term } from '../model/condition.ts'
import type { Path } from '../model/document.ts'
import type { SeededRandom } from '../seeded-random.ts'
import { anyValue, documentNames, memberNames, scalarBounds, valueOfType } from './attribute-pool.ts'

const comparators: readonly Comparator[] = ['=', '<>', '<', '<=', '>', '>=']
const scalarTypes = ['S', 'N', 'B'] as const

/** Draws a condition on some attributes that satisfies all the rules of DynamoDB. */
export function generateCondition(random: SeededRandom, names: readonly string[], depth = 2): Meaning {
  const inner = () => generateCondition(random, names, depth - 1)
  const path = () => generatePath(random, names)
  const kind = random.below(depth > 0 ? 11 : 8)
  if (kind === 0) return { kind: 'exists', path: path() }
  if (kind === 1) return { kind: 'missing', path: path() }
  if (kind === 2) return { kind: 'type', path: path(), type: attributeTypeOf(anyValue(random)) }
  if (kind === 3)
    return { kind: 'begins', path: path(), term: valueTerm(valueOfType(random, random.pick(['S', 'B']))) }
  if (kind === 4)
    return { kind: 'contains', path: path(), term: valueTerm(valueOfType(random, random.pick(scalarTypes))) }
  if (kind === 5) return generateBetween(random, path())
  if (kind === 6) {
    const candidates = Array.from({ length: 1 + random.below(3) }, () => valueTerm(anyValue(random)))
    return { kind: 'in', term: pathTerm(path()), candidates }
  }
  if (kind === 7) return generateComparison(random, names)
  if (kind === 8) return { kind: 'not', inner: inner() }
  return { kind: kind === 9 ? 'and' : 'or', left: inner(), right: inner() }
}

/** Draws an attribute, or a path into a document. Only documents have members: keys are scalars. */
export function generatePath(random: SeededRandom, names: readonly string[]): Path {
  const name = random.pick(names)
  if (!(documentNames as readonly string[]).includes(name) || random.percent(40)) return [name]
  const steps = Array.from({ length: 1 + random.below(2) }, () =>
    random.percent(40) ? random.below(4) : random.pick(memberNames),
  )
  return [name, ...steps]
}

function generateComparison(random: SeededRandom, names: readonly string[]): Meaning {
  const comparator = random.pick(comparators)
  const path = generatePath(random, names)
  if (random.percent(20)) {
    const right = valueTerm({ N: String(random.below(5)) })
    return { kind: 'compare', comparator, left: { kind: 'size', path }, right }
  }
  const other = generatePath(random, names)
  if (random.percent(20) && JSON.stringify(path) !== JSON.stringify(other)) {
    return { kind: 'compare', comparator, left: pathTerm(path), right: pathTerm(other) }
  }
  const isOrdered = comparator !== '=' && comparator !== '<>'
  const value = isOrdered ? valueOfType(random, random.pick(scalarTypes)) : anyValue(random)
  return random.percent(80)
    ? { kind: 'compare', comparator, left: pathTerm(path), right: valueTerm(value) }
    : { kind: 'compare', comparator, left: valueTerm(value), right: pathTerm(path) }
}

function generateBetween(random: SeededRandom, path: Path): Meaning {
  const [low, high] = scalarBounds(random, random.pick(scalarTypes))
  return { kind: 'between', term: pathTerm(path), low: valueTerm(low), high: valueTerm(high) }
}

function pathTerm(path: Path): Term {
  return { kind: 'path', path }
}

function valueTerm(value: AttributeValue): Term {
  return { kind: 'value', value }
}
