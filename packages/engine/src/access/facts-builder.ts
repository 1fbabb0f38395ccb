import type { AttributeMapInput, AttributeValue } from '@monotable/protocol'
import { canonicalizeValue, getOwn, wellFormedText } from '@monotable/protocol'
import type { KeyAttribute } from '../tables/table-definition.ts'
import { OPEN_KEY, partitionKeyNames } from './condition-keys.ts'
import type { ConditionFacts } from './need.ts'

/** Collects the facts about an item request that policies can ask for. */
export class FactsBuilder {
  readonly #partitionKeys: Set<string>[] = []
  readonly #attributes = new Set<string>()
  readonly #others = new Map<string, readonly string[]>()

  /** Adds an item or a key from the request, by the partition key of its target. */
  addItem(hash: readonly KeyAttribute[], item: AttributeMapInput): this {
    this.addPartitionKeys(hash.map(({ name }) => readValues(getOwn(item, name))))
    return this.addAttributes(Object.keys(item))
  }

  /** Adds the values of a partition key's attributes, in their order; `undefined` where they are unknown. */
  addPartitionKeys(values: readonly (readonly AttributeValue[] | undefined)[]): this {
    for (const [position, given] of values.entries()) {
      const texts = given?.map(keyText) ?? []
      const known = this.#partitionKeys[position] ?? new Set()
      this.#partitionKeys[position] = known
      for (const text of texts.length === 0 ? [OPEN_KEY] : texts) known.add(text)
    }
    return this
  }

  /** Adds attributes by their names in an item, however the request spells them. */
  addAttributes(names: Iterable<string>): this {
    for (const name of names) this.#attributes.add(wellFormedText(name))
    return this
  }

  /** Sets a condition key with a single value; does nothing if that is undefined. */
  set(key: string, value: string | undefined): this {
    if (value !== undefined) this.#others.set(key, [value])
    return this
  }

  build(): ConditionFacts {
    const facts = new Map(this.#others)
    for (const [position, values] of this.#partitionKeys.entries()) {
      const key = partitionKeyNames[position]
      if (key !== undefined) facts.set(key, [...values])
    }
    if (this.#attributes.size > 0) facts.set('dynamodb:attributes', [...this.#attributes])
    return facts
  }
}

function readValues(raw: unknown): readonly AttributeValue[] | undefined {
  return raw === undefined ? undefined : [canonicalizeValue(raw)]
}

/** Formats a value for comparison: numbers in DynamoDB's canonical form, binary in base64. */
function keyText(value: AttributeValue): string {
  if ('S' in value) return value.S
  if ('N' in value) return value.N
  return 'B' in value ? value.B : OPEN_KEY
}
