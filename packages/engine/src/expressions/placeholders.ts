import {
  type AttributeMap,
  type AttributeValue,
  getOwn,
  hasOwn,
  setOwn,
  utf8Length,
  validationError,
  valueSizeBytes,
} from '@monotable/protocol'
import { checkName, checkNameKeys, checkPlaceholderSizes, checkValueKeys } from './check-placeholders.ts'

type Names = { readonly [placeholder: string]: string }
type RawValues = { readonly [placeholder: string]: unknown }

/** What `ExpressionAttributeNames` and `ExpressionAttributeValues` of a request hold. */
export type PlaceholdersInput =
  | {
      readonly names?: Names | undefined
      readonly values?: AttributeMap | undefined
      readonly canonicalize?: undefined
    }
  | {
      readonly names?: Names | undefined
      readonly values?: RawValues | undefined
      /** Checks a value and makes it canonical; called when the placeholders themselves are in order. */
      readonly canonicalize: (raw: unknown, placeholder: string) => AttributeValue
    }

/**
 * What the `#names` and `:values` of one request stand for, and which of them its expressions have used.
 * The maps are checked when they are given; a map that is given must not be empty.
 */
export class Placeholders {
  readonly #names: Names | undefined
  readonly #values: AttributeMap | undefined
  // To list the names of a very large object takes V8 as long as to parse it: it is done once.
  readonly #nameKeys: readonly string[]
  readonly #valueKeys: readonly string[]
  #usedNames: Set<string> | undefined
  #usedValues: Set<string> | undefined

  constructor(input: PlaceholdersInput = {}) {
    const { names, values } = input
    this.#names = names
    this.#nameKeys = names === undefined ? noKeys : Object.keys(names)
    this.#valueKeys = values === undefined ? noKeys : Object.keys(values)
    let namesBytes = names === undefined ? 0 : checkNameKeys(this.#nameKeys)
    const keysBytes = values === undefined ? 0 : checkValueKeys(this.#valueKeys)
    this.#values =
      input.canonicalize === undefined ? input.values : this.#canonicalizeAll(values, input.canonicalize)
    if (names !== undefined) {
      for (const key of this.#nameKeys) namesBytes += checkName(key, names[key] as string)
    }
    checkPlaceholderSizes(namesBytes, keysBytes + this.#valuesBytes())
  }

  /** The attribute that a `#name` stands for. */
  findName(placeholder: string): string | undefined {
    if (this.#names === undefined || !hasOwn(this.#names, placeholder)) return undefined
    this.#usedNames ??= new Set()
    this.#usedNames.add(placeholder)
    return this.#names[placeholder]
  }

  /** The value that a `:value` stands for. */
  findValue(placeholder: string): AttributeValue | undefined {
    if (this.#values === undefined) return undefined
    const value = getOwn(this.#values, placeholder)
    if (value === undefined) return undefined
    this.#usedValues ??= new Set()
    this.#usedValues.add(placeholder)
    return value
  }

  /** The size of all that they stand for, by DynamoDB's rules. */
  sizeBytes(): number {
    let sizeBytes = 0
    for (const key of this.#nameKeys) sizeBytes += utf8Length(this.#names?.[key] as string)
    return sizeBytes + this.#valuesBytes()
  }

  #valuesBytes(): number {
    let sizeBytes = 0
    for (const key of this.#valueKeys) sizeBytes += valueSizeBytes(this.#values?.[key] as AttributeValue)
    return sizeBytes
  }

  /** Throws when a placeholder is in no expression. To be called when all expressions are compiled. */
  requireAllUsed(): void {
    requireUsed('ExpressionAttributeNames', this.#nameKeys, this.#usedNames)
    requireUsed('ExpressionAttributeValues', this.#valueKeys, this.#usedValues)
  }

  #canonicalizeAll(
    values: RawValues | undefined,
    canonicalize: (raw: unknown, placeholder: string) => AttributeValue,
  ): AttributeMap | undefined {
    if (values === undefined) return undefined
    const canonical: AttributeMap = {}
    for (const placeholder of this.#valueKeys) {
      setOwn(canonical, placeholder, canonicalize(values[placeholder], placeholder))
    }
    return canonical
  }
}

const noKeys: readonly string[] = []

function requireUsed(
  parameter: string,
  keys: readonly string[],
  used: ReadonlySet<string> | undefined,
): void {
  if (keys.length === (used?.size ?? 0)) return
  const unused = keys.filter((key) => !used?.has(key))
  throw validationError(`Value provided in ${parameter} unused in expressions: keys: {${unused.join(', ')}}`)
}
