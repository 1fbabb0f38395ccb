import { type AttributeValue, valuesEqual } from '@monotable/protocol'
import { contains } from './contains.ts'

/**
 * Comparisons already made for one item. A condition of many parts may repeat the same one, and comparing two maps
 * or searching a list takes milliseconds if each is as large as an item may be.
 */
export class Findings {
  readonly #equal: Pairs = new Map()
  readonly #contained: Pairs = new Map()

  /** Returns whether two values are equal. */
  areEqual(a: AttributeValue, b: AttributeValue): boolean {
    if (!isContainer(a) || !isContainer(b)) return valuesEqual(a, b)
    return once(this.#equal, valuesEqual, a, b)
  }

  /** Returns whether a value is contained in another. */
  contains(container: AttributeValue, member: AttributeValue): boolean {
    return once(this.#contained, contains, container, member)
  }
}

type Pairs = Map<AttributeValue, Map<AttributeValue, boolean>>

function once(pairs: Pairs, relation: typeof valuesEqual, a: AttributeValue, b: AttributeValue): boolean {
  let found = pairs.get(a)
  if (found === undefined) {
    found = new Map()
    pairs.set(a, found)
  }
  const known = found.get(b)
  if (known !== undefined) return known
  const holds = relation(a, b)
  found.set(b, holds)
  return holds
}

function isContainer(value: AttributeValue): boolean {
  return 'M' in value || 'L' in value || 'SS' in value || 'NS' in value || 'BS' in value
}
