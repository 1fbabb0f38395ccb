import type { SeededRandom } from '../../simulation/seeded-random.ts'
import type { Json } from '../exchange.ts'
import { anyValue, brokenValue, type ValueType, valueOfType } from './attribute-values.ts'
import { attributeTypes, type TableShape } from './table-shape.ts'

/** The names and values that the expressions of one request share. */
export class ExpressionScope {
  readonly random: SeededRandom
  readonly shape: TableShape
  readonly types: { readonly [name: string]: ValueType }
  readonly names: { [placeholder: string]: unknown } = {}
  readonly values: { [placeholder: string]: unknown } = {}

  constructor(random: SeededRandom, shape: TableShape) {
    this.random = random
    this.shape = shape
    this.types = attributeTypes(shape)
  }

  /** Writes the name of an attribute. Reserved and odd names nearly always get a placeholder. */
  name(attribute: string): string {
    const isPlain = attribute !== 'name' && /^[a-z]\w*$/i.test(attribute)
    if (this.random.percent(isPlain ? 75 : 1)) return attribute
    const used = Object.keys(this.names).find((key) => this.names[key] === attribute)
    if (used !== undefined) return used
    const placeholder = `#n${Object.keys(this.names).length}`
    if (!this.random.percent(99)) return placeholder
    this.names[placeholder] = attribute
    return placeholder
  }

  /** Writes a value as a placeholder. */
  value(value: unknown): string {
    const placeholder = `:v${Object.keys(this.values).length}`
    if (!this.random.percent(99.5)) return `${placeholder}u`
    this.values[placeholder] = this.random.percent(99.5) ? value : brokenValue(this.random)
    return placeholder
  }

  /** Writes a value that, in most cases, fits an attribute. */
  valueFor(attribute: string): string {
    return this.value(this.literalFor(attribute))
  }

  literalFor(attribute: string): Json {
    const type = this.types[attribute]
    if (type === undefined || this.random.percent(12)) return anyValue(this.random, 1)
    return valueOfType(this.random, type, 1)
  }

  attribute(): string {
    return this.random.pick(Object.keys(this.types))
  }

  /** Returns an attribute that a write may change. */
  writableAttribute(): string {
    const keys = [...this.shape.hash, ...this.shape.range].map(({ name }) => name)
    const others = Object.keys(this.types).filter((name) => !keys.includes(name))
    return this.random.percent(99) ? this.random.pick(others) : this.random.pick(keys)
  }

  /** Returns a path that starts at an attribute and now and then leads into a list or map. */
  path(attribute: string): string {
    const { random } = this
    const type = this.types[attribute]
    const head = this.name(attribute)
    if (type === 'L' && random.percent(50)) return `${head}[${random.below(4)}]${this.#tail()}`
    if (type === 'M' && random.percent(60)) return `${head}.${this.#member()}${this.#tail()}`
    return random.percent(98) ? head : `${head}${random.percent(50) ? '.x' : '[0]'}`
  }

  #member(): string {
    return this.name(this.random.pick(['x', 'y', 'z', 'w']))
  }

  #tail(): string {
    if (!this.random.percent(30)) return ''
    return this.random.percent(50) ? `[${this.random.below(3)}]` : `.${this.#member()}`
  }

  /** Returns the parameters that belong to the expressions, now and then with one too many. */
  parameters(): Json {
    const { random } = this
    if (random.percent(1)) this.names[random.pick(['#unused', 'bad', '#', '#a-b'])] = 'unused'
    if (random.percent(1)) this.values[random.pick([':unused', 'bad', ':', ':a-b'])] = { S: 'unused' }
    const hasNames = Object.keys(this.names).length > 0 || random.percent(0.5)
    const hasValues = Object.keys(this.values).length > 0 || random.percent(0.5)
    return {
      ...(hasNames && { ExpressionAttributeNames: this.names }),
      ...(hasValues && { ExpressionAttributeValues: this.values }),
    }
  }
}

/** Writes a keyword in mixed case. */
export function keyword(random: SeededRandom, word: string): string {
  if (random.percent(85)) return word
  return random.percent(50) ? word.toLowerCase() : (word[0] ?? '') + word.slice(1).toLowerCase()
}

const strayTokens = ['(', ')', ',', '.', '[', ']', '=', '<>', '<', '+', '-', 'AND', 'OR', 'NOT', 'IN', 'SET']
const otherStrays = [
  'BETWEEN',
  'size',
  'a',
  ':v0',
  '#n0',
  '1',
  '"x"',
  '!',
  '!=',
  '*',
  '',
  ' ',
  'contains(',
  '_a',
  '$',
]

/** Returns the text of an expression, now and then with a mistake in it. */
export function perhapsMisspelt(random: SeededRandom, text: string): string {
  if (random.percent(95)) return text
  const tokens = text.match(/[#:]?\w+|\s+|[^\w\s]/g) ?? []
  const place = random.below(tokens.length + 1)
  const change = random.below(4)
  if (change === 0) tokens.splice(place, 1)
  if (change === 1) tokens.splice(place, 0, random.pick([...strayTokens, ...otherStrays]))
  if (change === 2) tokens.splice(place, 1, random.pick([...strayTokens, ...otherStrays]))
  if (change === 3) tokens.splice(place)
  return tokens.join('')
}
