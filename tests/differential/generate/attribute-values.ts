import type { SeededRandom } from '../../simulation/seeded-random.ts'
import type { Json } from '../exchange.ts'

/** The type of a key attribute. */
export type KeyType = 'S' | 'N' | 'B'
/** Any of the ten types. */
export type ValueType = KeyType | 'SS' | 'NS' | 'BS' | 'BOOL' | 'NULL' | 'L' | 'M'

export const valueTypes: readonly ValueType[] = ['S', 'N', 'B', 'SS', 'NS', 'BS', 'BOOL', 'NULL', 'L', 'M']

const texts = [
  '',
  'a',
  'b',
  'ab',
  'abc',
  'B',
  'é',
  '\ufffd',
  '😀',
  'a b',
  '#x',
  ':v',
  '0',
  '10',
  '2',
  '__proto__',
  "it's",
]
const numbers = [
  '0',
  '1',
  '-1',
  '2',
  '3',
  '10',
  '1.5',
  '-1.5',
  '100',
  '0.001',
  '-0.25',
  '12345678901234567890',
]
/** Numbers in unusual notation, and numbers at the ends of the range. */
const edgeNumbers = [
  '1e2',
  '1E-3',
  '+5',
  '.5',
  '5.',
  '-0',
  '0.0',
  '007',
  '1.50',
  '1.e5',
  '-1e-130',
  '1e-130',
  '1e125',
  '9.9999999999999999999999999999999999999e125',
  '-9.9999999999999999999999999999999999999e125',
  '12345678901234567890123456789012345678',
  '0.12345678901234567890123456789012345678',
  '100000000000000000000000000000000000000000',
  '0e5',
]
const binaries = ['', 'AA==', 'AQ==', 'AQI=', '/w==', 'gA==', 'YWJj', 'YQ==']

/** Returns a value for a key attribute; there are few different ones, so that requests hit the same items. */
export function keyValue(random: SeededRandom, type: KeyType): Json {
  if (type === 'S') return { S: random.pick(['a', 'b', 'ab', 'B', 'é', '😀', '\ufffd', '10']) }
  if (type === 'N') return { N: random.percent(90) ? random.pick(numbers) : random.pick(edgeNumbers) }
  return { B: random.pick(binaries.slice(1)) }
}

export function numberText(random: SeededRandom): string {
  return random.percent(80) ? random.pick(numbers) : random.pick(edgeNumbers)
}

/** Returns a value of a type; lists and maps nest up to `depth` more levels. */
export function valueOfType(random: SeededRandom, type: ValueType, depth = 2): Json {
  switch (type) {
    case 'S':
      return { S: random.percent(97) ? random.pick(texts) : 'x'.repeat(1 + random.below(5000)) }
    case 'N':
      return { N: numberText(random) }
    case 'B':
      return { B: random.pick(binaries) }
    case 'SS':
      return { SS: distinct(random, texts) }
    case 'NS':
      return { NS: distinct(random, random.percent(80) ? numbers : [...numbers, ...edgeNumbers]) }
    case 'BS':
      return { BS: distinct(random, binaries) }
    case 'BOOL':
      return { BOOL: random.percent(50) }
    case 'NULL':
      return { NULL: true }
    case 'L':
      return { L: Array.from({ length: random.below(4) }, () => anyValue(random, depth - 1)) }
    case 'M':
      return { M: mapMembers(random, depth) }
  }
}

export function anyValue(random: SeededRandom, depth = 2): Json {
  return valueOfType(random, random.pick(depth > 0 ? valueTypes : valueTypes.slice(0, 8)), depth)
}

function distinct(random: SeededRandom, pool: readonly string[]): string[] {
  return random.shuffle(pool).slice(0, 1 + random.below(3))
}

/** The members of maps, each with its usual type. */
const mapMemberTypes: { readonly [name: string]: ValueType } = { x: 'N', y: 'L', z: 'M', w: 'S' }

function mapMembers(random: SeededRandom, depth: number): Json {
  const members: { [name: string]: unknown } = {}
  for (const [name, type] of Object.entries(mapMemberTypes)) {
    if (!random.percent(50) || (depth <= 0 && (type === 'L' || type === 'M'))) continue
    members[name] = random.percent(85) ? valueOfType(random, type, depth - 1) : anyValue(random, depth - 1)
  }
  return members
}

/** Values that DynamoDB refuses, or that are close to such. */
const brokenValues: readonly unknown[] = [
  {},
  { S: 'a', N: '1' },
  { N: '' },
  { N: 'abc' },
  { N: ' 1' },
  { N: '1e126' },
  { N: '1e-131' },
  { N: '123456789012345678901234567890123456789' },
  { N: 'NaN' },
  { N: '0x10' },
  { NULL: false },
  { SS: [] },
  { NS: [] },
  { BS: [] },
  { SS: ['a', 'a'] },
  { NS: ['1', '1.0'] },
  { NS: ['1', 'x'] },
  { NS: [''] },
  { BS: ['AA==', 'AA=='] },
  { SS: [''] },
  { L: [{}] },
  { M: { a: {} } },
  { M: { '': { S: 'a' } } },
  { L: [{ N: 'abc' }] },
  { S: 1 },
  { N: 1 },
  { BOOL: 'true' },
  { BOOL: 1 },
  { B: '?' },
  { B: 'YQ' },
  { X: 'a' },
  { S: null },
  { SS: 'a' },
  { L: {} },
  { M: [] },
  'a',
  1,
  [],
]

export function brokenValue(random: SeededRandom): unknown {
  return random.percent(95) ? random.pick(brokenValues) : deepValue(28 + random.below(8))
}

function deepValue(levels: number): Json {
  let value: Json = { S: 'deep' }
  for (let level = 0; level < levels; level++) value = level % 2 === 0 ? { L: [value] } : { M: { x: value } }
  return value
}
