import { type AttributeValue, valuesEqual } from '@monotable/protocol'

/**
 * What was found out about the values of one item. A condition of many parts may ask the same again and again, and to
 * compare two maps takes milliseconds when each is as large as an item may be.
 */
export class Findings {
  readonly #equal = new Map<AttributeValue, Map<AttributeValue, boolean>>()

  /** Whether two values are the same. */
  areEqual(a: AttributeValue, b: AttributeValue): boolean {
    if (!isContainer(a) || !isContainer(b)) return valuesEqual(a, b)
    let found = this.#equal.get(a)
    if (found === undefined) {
      found = new Map()
      this.#equal.set(a, found)
    }
    const known = found.get(b)
    if (known !== undefined) return known
    const isEqual = valuesEqual(a, b)
    found.set(b, isEqual)
    return isEqual
  }
}

function isContainer(value: AttributeValue): boolean {
  return 'M' in value || 'L' in value || 'SS' in value || 'NS' in value || 'BS' in value
}
