/** A request that the model refuses: the name of the error, and the other members of its body. */
export class Refusal extends Error {
  readonly code: string
  readonly fields: { readonly [name: string]: unknown }

  constructor(code: string, fields: { readonly [name: string]: unknown } = {}) {
    super(code)
    this.code = code
    this.fields = fields
  }
}
