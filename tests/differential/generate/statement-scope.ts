import type { SeededRandom } from '../../simulation/seeded-random.ts'
import { isObject, type Json } from '../exchange.ts'
import { anyValue, brokenValue, type ValueType, valueOfType } from './attribute-values.ts'
import { attributeTypes, type TableShape } from './table-shape.ts'

/** What one PartiQL statement speaks of: the attributes of a table, and its parameters as far as it is written. */
export class StatementScope {
  readonly random: SeededRandom
  readonly shape: TableShape
  readonly types: { readonly [name: string]: ValueType }
  readonly parameters: unknown[] = []

  constructor(random: SeededRandom, shape: TableShape) {
    this.random = random
    this.shape = shape
    this.types = attributeTypes(shape)
  }

  attribute(): string {
    return this.random.pick(Object.keys(this.types))
  }

  /** An attribute that an UPDATE may change. */
  writableAttribute(): string {
    const keys = [...this.shape.hash, ...this.shape.range].map(({ name }) => name)
    const others = Object.keys(this.types).filter((name) => !keys.includes(name))
    return this.random.percent(99) ? this.random.pick(others) : this.random.pick(keys)
  }

  /** How a statement writes a name. PAD is a keyword. */
  name(name: string): string {
    const isPlain = name !== 'pad' && /^[a-z]\w*$/i.test(name)
    return this.random.percent(isPlain ? 50 : 1) ? name : `"${name}"`
  }

  /** A path that starts at an attribute; into lists and maps now and then. */
  path(attribute: string): string {
    const { random } = this
    const head = this.name(attribute)
    const type = this.types[attribute]
    if (type === 'L' && random.percent(50)) return `${head}[${random.below(4)}]${this.#tail()}`
    if (type === 'M' && random.percent(60)) return `${head}${this.#member()}${this.#tail()}`
    return random.percent(98) ? head : `${head}${random.percent(50) ? '.x' : '[0]'}`
  }

  #member(): string {
    const name = this.random.pick(['x', 'y', 'z', 'w'])
    return this.random.percent(10) ? `['${name}']` : `.${this.name(name)}`
  }

  #tail(): string {
    if (!this.random.percent(30)) return ''
    return this.random.percent(50) ? `[${this.random.below(3)}]` : this.#member()
  }

  /** A value, written out or as a parameter. */
  value(value: Json): string {
    const text = this.random.percent(60) ? literalText(value) : undefined
    if (text !== undefined) return text
    this.parameters.push(this.random.percent(99) ? value : brokenValue(this.random))
    return '?'
  }

  /** A value that fits an attribute, mostly. */
  valueFor(attribute: string): string {
    return this.value(this.literalFor(attribute))
  }

  literalFor(attribute: string): Json {
    const type = this.types[attribute]
    if (type === undefined || this.random.percent(10)) return anyValue(this.random, 1)
    return valueOfType(this.random, type, 1)
  }
}

/** How PartiQL writes a value, or `undefined` where it cannot: bytes have no literal. */
function literalText(value: Json): string | undefined {
  const [type, content] = Object.entries(value)[0] ?? []
  switch (type) {
    case 'S':
      return quoted(String(content))
    case 'N':
      return String(content)
    case 'BOOL':
      return String(content)
    case 'NULL':
      return 'NULL'
    case 'SS':
      return setText((content as string[]).map(quoted))
    case 'NS':
      return setText(content as string[])
    case 'L':
      return joinedText((content as Json[]).map(literalText), '[', ']')
    case 'M':
      return isObject(content) ? structText(content) : undefined
    default:
      return undefined
  }
}

/** A struct, which is what an item is, too. */
export function structText(members: Json): string | undefined {
  const texts = Object.entries(members).map(([name, value]) => {
    const text = literalText(value as Json)
    return text === undefined ? undefined : `${quoted(name)}: ${text}`
  })
  return joinedText(texts, '{', '}')
}

function setText(members: readonly string[]): string {
  return `<<${members.join(', ')}>>`
}

function joinedText(texts: readonly (string | undefined)[], open: string, close: string): string | undefined {
  return texts.includes(undefined) ? undefined : `${open}${texts.join(', ')}${close}`
}

export function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
