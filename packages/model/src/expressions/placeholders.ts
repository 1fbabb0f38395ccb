import { encodeValue } from '../codec/encode-value.ts'
import { type FormNode, formAt } from '../codec/stored-form.ts'
import { ModelError } from '../model-error.ts'
import type { ExpressionNames, WireValue } from '../port/wire.ts'
import type { Operand } from './condition.ts'
import type { Step, Steps } from './path.ts'

/** The names and values of one request's expressions. */
export class Placeholders {
  readonly #forms: FormNode
  readonly #placeholders = new Map<string, string>()
  readonly #names: { [placeholder: string]: string } = {}
  readonly #values: { [placeholder: string]: WireValue } = {}
  #count = 0

  /** `forms`: how the entity stores what cannot be seen. */
  constructor(forms: FormNode) {
    this.#forms = forms
  }

  /** The placeholder of a name: the name itself where it can be read. */
  name(name: string): string {
    const known = this.#placeholders.get(name)
    if (known !== undefined) return known
    // `_0` and the like are kept for names that cannot be written out.
    const isReadable = /^\w+$/.test(name) && !/^_\d+$/.test(name)
    const placeholder = isReadable ? `#${name}` : `#_${this.#placeholders.size}`
    this.#placeholders.set(name, placeholder)
    this.#names[placeholder] = name
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
    throw new ModelError('VALUE', `${path}: undefined or an empty Set cannot be compared with`, { path })
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
    if (this.#placeholders.size === 0) return {}
    if (this.#count === 0) return { ExpressionAttributeNames: this.#names }
    return { ExpressionAttributeNames: this.#names, ExpressionAttributeValues: this.#values }
  }
}
