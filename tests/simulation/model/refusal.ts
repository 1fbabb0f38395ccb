/** The model's way to say what DynamoDB refuses: the error's name, and what else its body holds. */
export class Refusal extends Error {
  readonly code: string
  readonly fields: { readonly [name: string]: unknown }

  constructor(code: string, fields: { readonly [name: string]: unknown } = {}) {
    super(code)
    this.code = code
    this.fields = fields
  }
}
