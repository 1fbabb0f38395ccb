/** Why the shop does not do what it was asked for. */
export type ShopErrorCode =
  | 'bad-input'
  | 'no-customer'
  | 'no-order'
  | 'no-address'
  | 'username-taken'
  | 'email-taken'
  | 'too-many-addresses'
  | 'wrong-status'

/** A refusal that the one who asked can understand and put right. */
export class ShopError extends Error {
  readonly code: ShopErrorCode

  constructor(code: ShopErrorCode, message: string) {
    super(message)
    this.name = 'ShopError'
    this.code = code
  }
}
