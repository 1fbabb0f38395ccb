import type { AttributeMap, AttributeType, AttributeValue } from '@monotable/protocol'
import type { Meaning, Term } from './condition.ts'
import type { Path } from './document.ts'
import type { Action, Assigned } from './update.ts'

/** Writes expressions, and collects the placeholders that they share. */
export class ExpressionWriter {
  readonly names: { [placeholder: string]: string } = {}
  readonly values: AttributeMap = {}
  #count = 0

  /** Returns the parameters with the placeholders, without those that would be empty. */
  parameters(): { ExpressionAttributeNames?: object; ExpressionAttributeValues?: object } {
    return {
      ...(Object.keys(this.names).length > 0 && { ExpressionAttributeNames: this.names }),
      ...(Object.keys(this.values).length > 0 && { ExpressionAttributeValues: this.values }),
    }
  }

  path([name, ...steps]: Path): string {
    const text = steps.map((step) => (typeof step === 'number' ? `[${step}]` : `.${this.name(step)}`))
    return this.name(name) + text.join('')
  }

  name(name: string): string {
    // Only names that cannot be mistaken for anything else are written as they are.
    if (/^att[0-9]$/.test(name)) return name
    const known = Object.keys(this.names).find((placeholder) => this.names[placeholder] === name)
    if (known !== undefined) return known
    const placeholder = `#n${this.#count++}`
    this.names[placeholder] = name
    return placeholder
  }

  value(value: AttributeValue): string {
    const placeholder = `:v${this.#count++}`
    this.values[placeholder] = value
    return placeholder
  }

  condition(meaning: Meaning): string {
    switch (meaning.kind) {
      case 'and':
      case 'or':
        return `(${this.condition(meaning.left)}) ${meaning.kind.toUpperCase()} (${this.condition(meaning.right)})`
      case 'not':
        return `NOT (${this.condition(meaning.inner)})`
      case 'compare':
        return `${this.#term(meaning.left)} ${meaning.comparator} ${this.#term(meaning.right)}`
      case 'between':
        return `${this.#term(meaning.term)} BETWEEN ${this.#term(meaning.low)} AND ${this.#term(meaning.high)}`
      case 'in':
        return `${this.#term(meaning.term)} IN (${meaning.candidates.map((one) => this.#term(one)).join(', ')})`
      case 'exists':
        return `attribute_exists(${this.path(meaning.path)})`
      case 'missing':
        return `attribute_not_exists(${this.path(meaning.path)})`
      case 'type':
        return `attribute_type(${this.path(meaning.path)}, ${this.value(typeName(meaning.type))})`
      case 'begins':
        return `begins_with(${this.path(meaning.path)}, ${this.#term(meaning.term)})`
      case 'contains':
        return `contains(${this.path(meaning.path)}, ${this.#term(meaning.term)})`
    }
  }

  update(actions: readonly Action[]): string {
    const sections = (['SET', 'REMOVE', 'ADD', 'DELETE'] as const).map((kind) => {
      const texts = actions.filter((action) => action.kind === kind).map((action) => this.#action(action))
      return texts.length === 0 ? '' : `${kind} ${texts.join(', ')}`
    })
    return sections.filter((text) => text !== '').join(' ')
  }

  projection(paths: readonly Path[]): string {
    return paths.map((path) => this.path(path)).join(', ')
  }

  #action(action: Action): string {
    const path = this.path(action.path)
    if (action.kind === 'REMOVE') return path
    return action.kind === 'SET'
      ? `${path} = ${this.#assigned(action.assigned)}`
      : `${path} ${this.value(action.value)}`
  }

  #assigned(assigned: Assigned): string {
    switch (assigned.kind) {
      case 'value':
        return this.value(assigned.value)
      case 'path':
        return this.path(assigned.path)
      case 'default':
        return `if_not_exists(${this.path(assigned.path)}, ${this.#assigned(assigned.otherwise)})`
      case 'append':
        return `list_append(${this.#assigned(assigned.left)}, ${this.#assigned(assigned.right)})`
      default:
        return `${this.#assigned(assigned.left)} ${assigned.kind === 'plus' ? '+' : '-'} ${this.#assigned(assigned.right)}`
    }
  }

  #term(term: Term): string {
    if (term.kind === 'value') return this.value(term.value)
    return term.kind === 'path' ? this.path(term.path) : `size(${this.path(term.path)})`
  }
}

function typeName(type: AttributeType): AttributeValue {
  return { S: type }
}
