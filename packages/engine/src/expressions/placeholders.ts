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
import { checkNames, checkPlaceholders } from './check-placeholders.ts'

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
  #usedNames: Set<string> | undefined
  #usedValues: Set<string> | undefined

  constructor(input: PlaceholdersInput = {}) {
    checkPlaceholders(input.names, input.values)
    this.#names = input.names
    this.#values =
      input.canonicalize === undefined ? input.values : canonicalizeAll(input.values, input.canonicalize)
    if (input.names !== undefined) checkNames(input.names)
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
    for (const name of Object.values(this.#names ?? {})) sizeBytes += utf8Length(name)
    for (const value of Object.values(this.#values ?? {})) sizeBytes += valueSizeBytes(value)
    return sizeBytes
  }

  /** Throws when a placeholder is in no expression. To be called when all expressions are compiled. */
  requireAllUsed(): void {
    requireUsed('ExpressionAttributeNames', this.#names, this.#usedNames)
    requireUsed('ExpressionAttributeValues', this.#values, this.#usedValues)
  }
}

function canonicalizeAll(
  values: RawValues | undefined,
  canonicalize: (raw: unknown, placeholder: string) => AttributeValue,
): AttributeMap | undefined {
  if (values === undefined) return undefined
  const canonical: AttributeMap = {}
  for (const placeholder of Object.keys(values)) {
    setOwn(canonical, placeholder, canonicalize(values[placeholder], placeholder))
  }
  return canonical
}

function requireUsed(
  parameter: string,
  given: object | undefined,
  used: ReadonlySet<string> | undefined,
): void {
  if (given === undefined) return
  const keys = Object.keys(given)
  if (keys.length === used?.size) return
  const unused = keys.filter((key) => !used?.has(key))
  throw validationError(`Value provided in ${parameter} unused in expressions: keys: {${unused.join(', ')}}`)
}
