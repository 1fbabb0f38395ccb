import type { AttributeType, AttributeValue } from '@monotable/protocol'
import { canonicalizeValue, compareScalars } from '@monotable/protocol'
import type { KeyPart, KeyType } from '../model/table-shape.ts'
import type { SeededRandom } from '../seeded-random.ts'

/**
 * Attributes that may be keys of tables and indexes. Some have the names of members that every JavaScript object has.
 */
export const keyNames = ['pk', 'sk', 'att0', 'att1', 'att2', 'att3', '__proto__', 'valueOf'] as const

/** Attributes that hold documents, lists and sets, and are never keys. */
export const documentNames = ['doc', 'list', 'constructor', 'a.b', 'Ünï😀', 'size'] as const

/** The names of members of maps. */
export const memberNames = ['x', 'y', '__proto__', 'toString', 'a b'] as const

const texts = ['a', 'b', 'ab', 'abc', 'a\u0000b', 'é', '\uffff', '😀', 'Z', 'a/b#c', 'constructor']
const numbers = [
  '0',
  '1',
  '2',
  '-1',
  '10',
  '1.5',
  '-2.5',
  '1e2',
  '0.001',
  '-0',
  '3.0',
  '12345678901234567890',
]
const extremeNumbers = ['9.9e125', '-1e-130', '99999999999999999999999999999999999999', '1e-20']
const binaries = ['AA==', 'AQ==', 'AQI=', '/w==', '/wA=', 'YWJj']
const types: readonly AttributeType[] = ['S', 'N', 'B', 'BOOL', 'NULL', 'SS', 'NS', 'BS', 'L', 'M']

/** Chooses the type that each attribute has where it is a key; the same for all tables of a simulation. */
export function chooseKeyTypes(random: SeededRandom): ReadonlyMap<string, KeyType> {
  return new Map(keyNames.map((name) => [name, random.pick(['S', 'S', 'N', 'N', 'B'] as const)]))
}

/** Draws a value that a key can have, from `variety` different ones. */
export function keyValue(random: SeededRandom, { type }: KeyPart, variety = 6): AttributeValue {
  if (type === 'S') return { S: random.pick(texts.slice(0, variety + 3)) }
  if (type === 'N') return { N: random.pick(numbers.slice(0, variety)) }
  return { B: random.pick(binaries.slice(0, variety)) }
}

/** Draws any value at all. */
export function anyValue(random: SeededRandom, depth = 2): AttributeValue {
  return valueOfType(random, random.pick(depth > 0 ? types : types.slice(0, 8)), depth)
}

export function valueOfType(random: SeededRandom, type: AttributeType, depth = 2): AttributeValue {
  switch (type) {
    case 'S':
      return { S: random.percent(10) ? '' : random.pick(texts) }
    case 'N':
      return { N: random.pick(random.percent(10) ? extremeNumbers : numbers) }
    case 'B':
      return { B: random.percent(10) ? '' : random.pick(binaries) }
    case 'BOOL':
      return { BOOL: random.percent(50) }
    case 'NULL':
      return { NULL: true }
    case 'SS':
      return { SS: someOf(random, texts) }
    case 'NS':
      return { NS: someOf(random, numbers.slice(0, 7)) }
    case 'BS':
      return { BS: someOf(random, binaries) }
    case 'L':
      return { L: Array.from({ length: random.below(4) }, () => anyValue(random, depth - 1)) }
    case 'M':
      return {
        M: Object.fromEntries(random.some(memberNames).map((name) => [name, anyValue(random, depth - 1)])),
      }
  }
}

/** Draws two values of a key part, the lower first. */
export function keyBounds(random: SeededRandom, part: KeyPart): [AttributeValue, AttributeValue] {
  const [one, other] = [keyValue(random, part), keyValue(random, part)]
  return compareScalars(canonicalizeValue(one), canonicalizeValue(other)) <= 0 ? [one, other] : [other, one]
}

/** Draws two scalars of a type, the lower first. */
export function scalarBounds(random: SeededRandom, type: KeyType): [AttributeValue, AttributeValue] {
  const [one, other] = [valueOfType(random, type), valueOfType(random, type)]
  return compareScalars(canonicalizeValue(one), canonicalizeValue(other)) <= 0 ? [one, other] : [other, one]
}

function someOf(random: SeededRandom, members: readonly string[]): string[] {
  const chosen = random.some(random.shuffle(members), 30)
  return chosen.length === 0 ? [random.pick(members)] : chosen
}
