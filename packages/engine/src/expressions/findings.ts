import { type AttributeValue, valuesEqual } from '@monotable/protocol'
import { contains } from './contains.ts'

/**
 * What was found out about the values of one item. A condition of many parts may ask the same again and again, and to
 * compare two maps, or to look through a list, takes milliseconds when each is as large as an item may be.
 */
export class Findings {
  readonly #equal: Pairs = new Map()
  readonly #contained: Pairs = new Map()

  /** Whether two values are the same. */
  areEqual(a: AttributeValue, b: AttributeValue): boolean {
    if (!isContainer(a) || !isContainer(b)) return valuesEqual(a, b)
    return once(this.#equal, valuesEqual, a, b)
  }

  /** Whether a value is part of another. */
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
