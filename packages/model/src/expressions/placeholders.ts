import { encodeValue } from '../codec/encode-value.ts'
import { type FormNode, formAt, storedSteps } from '../codec/stored-form.ts'
import { valueError } from '../model-error.ts'
import type { ExpressionNames, Mutable, WireValue } from '../port/wire.ts'
import type { Operand } from './condition.ts'
import type { Step } from './path.ts'

/** Names that can be their own placeholder; `_0` and the like are reserved for those that cannot. */
const readable = /^(?!_\d+$)\w{1,32}$/

/**
 * The number of names that are written out. An expression may have 4,096 bytes, so one about many attributes has to be
 * short.
 */
const readableNames = 40

/** The placeholders of names that were written out, so that each is built only once. */
const written = new Map<string, string>()

/** The maximum that is remembered, since names of members can be anything. */
const writtenNames = 1000

/** Returns the placeholder of a name that can be written out. */
function writeOut(name: string): string | undefined {
  const known = written.get(name)
  if (known !== undefined || !readable.test(name)) return known
  if (written.size === writtenNames) written.clear()
  written.set(name, `#${name}`)
  return written.get(name)
}

/**
 * Joins the parts of an expression. Refuses an empty list: DynamoDB's message would only give a position in its text.
 */
export function joinSome(parts: readonly string[], separator: string, what: string): string {
  if (parts.length === 0) throw valueError(`${what} is empty`, what)
  return parts.join(separator)
}

type StoredOperand = Extract<Operand, { kind: 'value' | 'wire' }>

/** Returns the stored form of a value; `undefined` for `undefined` and an empty Set. */
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
  /** The placeholders of names that are not written out. */
  #unreadable: Map<string, string> | undefined
  #uses = 0
  #count = 0

  /** `forms`: how the entity stores values whose type the stored value does not show. */
  constructor(forms: FormNode) {
    this.forms = forms
  }

  /** Returns the placeholder of a name: the name itself, if it can be written out. */
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

  /** Returns the placeholder of a stored value. */
  value(value: WireValue): string {
    const placeholder = `:v${this.#count++}`
    this.#values[placeholder] = value
    return placeholder
  }

  /** Returns a document path, in names of the table. `asStored`: whether the steps are such names already. */
  path(steps: readonly Step[], asStored = false): string {
    let path = ''
    for (const step of asStored ? steps : storedSteps(this.forms, steps)) {
      if (typeof step === 'number') path += `[${step}]`
      else path += path === '' ? this.name(step) : `.${this.name(step)}`
    }
    return path
  }

  /** Returns the text of an operand, which must have a stored form. */
  operand(operand: Operand): string {
    const text = this.stored(operand)
    if (text !== undefined) return text
    const path = operand.kind === 'value' ? operand.steps.join('.') : ''
    throw valueError(`${path}: undefined or an empty Set cannot be compared with`, path)
  }

  /** Returns the text of an operand; `undefined` for `undefined` and an empty Set. */
  stored(operand: Operand): string | undefined {
    if (operand.kind === 'path') return this.path(operand.steps, operand.asStored)
    if (operand.kind === 'size') return `size(${this.path(operand.steps)})`
    const value = encodeOperand(operand, this.forms)
    return value && this.value(value)
  }

  /** Adds the names and values to a request, if there are any. */
  addTo(input: Mutable<ExpressionNames>): void {
    if (this.#uses > 0) input.ExpressionAttributeNames = this.#names
    if (this.#count > 0) input.ExpressionAttributeValues = this.#values
  }
}
