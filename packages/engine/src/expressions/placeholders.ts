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

/** The contents of `ExpressionAttributeNames` and `ExpressionAttributeValues` of a request. */
export type PlaceholdersInput =
  | {
      readonly names?: Names | undefined
      readonly values?: AttributeMap | undefined
      readonly canonicalize?: undefined
    }
  | {
      readonly names?: Names | undefined
      readonly values?: RawValues | undefined
      /** Checks a value and makes it canonical; called once the placeholders themselves have been checked. */
      readonly canonicalize: (raw: unknown, placeholder: string) => AttributeValue
    }

/**
 * The meanings of the `#names` and `:values` of one request, and which of them its expressions have used. The maps
 * are checked on construction; a map that is given must not be empty.
 */
export class Placeholders {
  readonly #names: Names | undefined
  readonly #values: AttributeMap | undefined
  // V8 takes as long to list the names of a very large object as to parse it, so this is done only once.
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

  /** Returns the attribute that a `#name` stands for. */
  findName(placeholder: string): string | undefined {
    if (this.#names === undefined || !hasOwn(this.#names, placeholder)) return undefined
    this.#usedNames ??= new Set()
    this.#usedNames.add(placeholder)
    return this.#names[placeholder]
  }

  /** Returns the value that a `:value` stands for. */
  findValue(placeholder: string): AttributeValue | undefined {
    if (this.#values === undefined) return undefined
    const value = getOwn(this.#values, placeholder)
    if (value === undefined) return undefined
    this.#usedValues ??= new Set()
    this.#usedValues.add(placeholder)
    return value
  }

  /** Returns the size of everything that they stand for, by DynamoDB's rules. */
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

  /** Throws if a placeholder is not used in any expression. Call it after all expressions have been compiled. */
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
