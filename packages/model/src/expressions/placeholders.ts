import { encodeValue } from '../codec/encode-value.ts'
import { type FormNode, formAt } from '../codec/stored-form.ts'
import { valueError } from '../model-error.ts'
import type { ExpressionNames, WireValue } from '../port/wire.ts'
import type { Operand } from './condition.ts'
import type { Step, Steps } from './path.ts'

/** Names that can be placeholders; `_0` and the like are kept for those that cannot. */
const readable = /^(?!_\d+$)\w{1,32}$/

/** So many names are written out. An expression has 4,096 bytes: one about all attributes of an item has to be short. */
const readableNames = 40

/** The names and values of one request's expressions. */
export class Placeholders {
  readonly #forms: FormNode
  readonly #names: { [placeholder: string]: string } = {}
  readonly #values: { [placeholder: string]: WireValue } = {}
  /** The placeholders of names that cannot be written out. */
  #unreadable: Map<string, string> | undefined
  #uses = 0
  #count = 0

  /** `forms`: how the entity stores what cannot be seen. */
  constructor(forms: FormNode) {
    this.#forms = forms
  }

  /** The placeholder of a name: the name itself where it can be read. */
  name(name: string): string {
    const placeholder =
      this.#uses++ < readableNames && readable.test(name) ? `#${name}` : this.#numbered(name)
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

  /** A document path. */
  path(steps: readonly Step[]): string {
    let path = ''
    for (const step of steps) {
      if (typeof step === 'number') path += `[${step}]`
      else path += path === '' ? this.name(step) : `.${this.name(step)}`
    }
    return path
  }

  /** An operand; it must have a stored form. */
  operand(operand: Operand): string {
    if (operand.kind === 'path') return this.path(operand.steps)
    if (operand.kind === 'size') return `size(${this.path(operand.steps)})`
    const value = this.encode(operand)
    if (value !== undefined) return this.value(value)
    const path = operand.kind === 'value' ? operand.steps.join('.') : ''
    throw valueError(`${path}: undefined or an empty Set cannot be compared with`, path)
  }

  /** The stored form of a value, or nothing for `undefined` and an empty Set. */
  encode(operand: Extract<Operand, { kind: 'value' | 'wire' }>): WireValue | undefined {
    if (operand.kind === 'wire') return operand.value
    return encodeValue(operand.value, this.formsAt(operand.steps), operand.steps.join('.'))
  }

  formsAt(steps: Steps): FormNode {
    return steps.reduce<FormNode>(formAt, this.#forms)
  }

  /** What goes into the request. */
  toInput(): ExpressionNames {
    const input: { -readonly [Name in keyof ExpressionNames]: ExpressionNames[Name] } = {}
    this.addTo(input)
    return input
  }

  /** Puts names and values into a request, where there are any. */
  addTo(input: { -readonly [Name in keyof ExpressionNames]: ExpressionNames[Name] }): void {
    if (this.#uses > 0) input.ExpressionAttributeNames = this.#names
    if (this.#count > 0) input.ExpressionAttributeValues = this.#values
  }
}
