/** Why the shop refuses a request. */
export type ShopErrorCode =
  | 'bad-input'
  | 'no-customer'
  | 'no-order'
  | 'no-address'
  | 'username-taken'
  | 'email-taken'
  | 'too-many-addresses'
  | 'wrong-status'

/** A refusal that the caller can understand and correct. */
export class ShopError extends Error {
  readonly code: ShopErrorCode

  constructor(code: ShopErrorCode, message: string) {
    super(message)
    this.name = 'ShopError'
    this.code = code
  }
}
