import { encodeValue } from '../codec/encode-value.ts'
import { type FormNode, formAt, storedSteps } from '../codec/stored-form.ts'
import { valueError } from '../model-error.ts'
import type { ExpressionNames, Mutable, WireValue } from '../port/wire.ts'
import type { Operand } from './condition.ts'
import type { Step } from './path.ts'

/** Names that can be placeholders; `_0` and the like are kept for those that cannot. */
const readable = /^(?!_\d+$)\w{1,32}$/

/** So many names are written out. An expression has 4,096 bytes: one about all attributes of an item has to be short. */
const readableNames = 40

/** Placeholders of names that were written out; what is known needs not be put together again. */
const written = new Map<string, string>()

/** No more are remembered: names of members can be anything. */
const writtenNames = 1000

/** The placeholder of a name that can be written out. */
function writeOut(name: string): string | undefined {
  const known = written.get(name)
  if (known !== undefined || !readable.test(name)) return known
  if (written.size === writtenNames) written.clear()
  written.set(name, `#${name}`)
  return written.get(name)
}

/** Joins the parts of an expression, which has to have some: DynamoDB would only name a place in its text. */
export function joinSome(parts: readonly string[], separator: string, what: string): string {
  if (parts.length === 0) throw valueError(`${what} names nothing`, what)
  return parts.join(separator)
}

type StoredOperand = Extract<Operand, { kind: 'value' | 'wire' }>

/** The stored form of a value, or nothing for `undefined` and an empty Set. */
export function encodeOperand(operand: StoredOperand, forms: FormNode): WireValue | undefined {
  if (operand.kind === 'wire') return operand.value
  const { value, steps } = operand
  return encodeValue(value, steps.reduce<FormNode>(formAt, forms), steps.join('.'))
}

/** The names and values of one request's expressions. */
export class Placeholders {
  readonly forms: FormNode
  readonly #names: { [placeholder: string]: string } = {}
  readonly #values: { [placeholder: string]: WireValue } = {}
  /** The placeholders of names that cannot be written out. */
  #unreadable: Map<string, string> | undefined
  #uses = 0
  #count = 0

  /** `forms`: how the entity stores what cannot be seen. */
  constructor(forms: FormNode) {
    this.forms = forms
  }

  /** The placeholder of a name: the name itself where it can be read. */
  name(name: string): string {
    const placeholder = (this.#uses++ < readableNames ? writeOut(name) : undefined) ?? this.#numbered(name)
    this.#names[placeholder] = name
    return placeholder
  }

  #numbered(name: string): string {
    this.#unreadable ??= new Map()
    const placeholder = this.#unreadable.get(name) ?? `#_${this.#unreadable.size}`
    this.#unreadable.set(name, placeholder)
    return placeholder
  }

  /** The placeholder of a stored value. */
  value(value: WireValue): string {
    const placeholder = `:v${this.#count++}`
    this.#values[placeholder] = value
    return placeholder
  }

  /** A document path, by the names that the table has. `asStored`: whether its steps are such names already. */
  path(steps: readonly Step[], asStored = false): string {
    let path = ''
    for (const step of asStored ? steps : storedSteps(this.forms, steps)) {
      if (typeof step === 'number') path += `[${step}]`
      else path += path === '' ? this.name(step) : `.${this.name(step)}`
    }
    return path
  }

  /** An operand; it must have a stored form. */
  operand(operand: Operand): string {
    const text = this.stored(operand)
    if (text !== undefined) return text
    const path = operand.kind === 'value' ? operand.steps.join('.') : ''
    throw valueError(`${path}: undefined or an empty Set cannot be compared with`, path)
  }

  /** An operand; nothing for `undefined` and an empty Set. */
  stored(operand: Operand): string | undefined {
    if (operand.kind === 'path') return this.path(operand.steps, operand.asStored)
    if (operand.kind === 'size') return `size(${this.path(operand.steps)})`
    const value = encodeOperand(operand, this.forms)
    return value && this.value(value)
  }

  /** Puts names and values into a request, where there are any. */
  addTo(input: Mutable<ExpressionNames>): void {
    if (this.#uses > 0) input.ExpressionAttributeNames = this.#names
    if (this.#count > 0) input.ExpressionAttributeValues = this.#values
  }
}
