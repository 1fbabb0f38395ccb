import type { SeededRandom } from '../../simulation/seeded-random.ts'
import { isObject, type Json } from '../exchange.ts'
import { anyValue, brokenValue, type ValueType, valueOfType } from './attribute-values.ts'
import { attributeTypes, type TableShape } from './table-shape.ts'

/** What a PartiQL statement uses: the attributes of a table, and the parameters of the text written so far. */
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

  /** Returns an attribute that an UPDATE may change. */
  writableAttribute(): string {
    const keys = [...this.shape.hash, ...this.shape.range].map(({ name }) => name)
    const others = Object.keys(this.types).filter((name) => !keys.includes(name))
    return this.random.percent(99) ? this.random.pick(others) : this.random.pick(keys)
  }

  /** Writes a name. PAD is a keyword. */
  name(name: string): string {
    const isPlain = name !== 'pad' && /^[a-z]\w*$/i.test(name)
    return this.random.percent(isPlain ? 50 : 1) ? name : `"${name}"`
  }

  /** Returns a path that starts at an attribute and now and then leads into a list or map. */
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

  /** Writes a value, as a literal or as a parameter. */
  value(value: Json): string {
    const text = this.random.percent(60) ? literalText(value) : undefined
    if (text !== undefined) return text
    this.parameters.push(this.random.percent(99) ? value : brokenValue(this.random))
    return '?'
  }

  /** Writes a value that, in most cases, fits an attribute. */
  valueFor(attribute: string): string {
    return this.value(this.literalFor(attribute))
  }

  literalFor(attribute: string): Json {
    const type = this.types[attribute]
    if (type === undefined || this.random.percent(10)) return anyValue(this.random, 1)
    return valueOfType(this.random, type, 1)
  }
}

/** Writes a value as a PartiQL literal; `undefined` if there is none: bytes have no literal. */
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

/** Writes a struct; an item is one, too. */
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
