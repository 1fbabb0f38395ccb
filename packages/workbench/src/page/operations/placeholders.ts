import { type AttributeMap, type AttributeValue, setOwn } from '@monotable/protocol'

/** Collects the `#names` and `:values` of an expression. Names are always replaced, since any may be reserved. */
export class Placeholders {
  readonly names: { [placeholder: string]: string } = {}
  readonly values: AttributeMap = {}

  /** Returns the placeholders of a document path: `#a.#b[0]` for `a.b[0]`. */
  path(path: string): string {
    return path
      .split('.')
      .map((step) => {
        const [, name = step, places = ''] = /^(.*?)((?:\[\d+\])*)$/.exec(step) ?? []
        return `${this.name(name)}${places}`
      })
      .join('.')
  }

  /** Returns the placeholder of one name, which may contain anything. */
  name(name: string): string {
    const plain = `#${name.replace(/\W/g, '_') || 'name'}`
    let placeholder = plain
    for (let count = 2; Object.hasOwn(this.names, placeholder) && this.names[placeholder] !== name; count++) {
      placeholder = `${plain}_${count}`
    }
    setOwn(this.names, placeholder, name)
    return placeholder
  }

  value(hint: string, value: AttributeValue): string {
    const plain = `:${hint.replace(/\W/g, '_') || 'value'}`
    let placeholder = plain
    for (let count = 2; Object.hasOwn(this.values, placeholder); count++) placeholder = `${plain}_${count}`
    setOwn(this.values, placeholder, value)
    return placeholder
  }

  /** Returns the members of the input; empty ones are left out, since DynamoDB rejects them. */
  members(): object {
    return {
      ...(Object.keys(this.names).length === 0 ? {} : { ExpressionAttributeNames: this.names }),
      ...(Object.keys(this.values).length === 0 ? {} : { ExpressionAttributeValues: this.values }),
    }
  }
}
