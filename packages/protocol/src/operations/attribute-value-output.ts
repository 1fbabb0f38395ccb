/** The contents of each type of value. */
interface ValueContents {
  readonly S: string
  readonly N: string
  readonly B: Uint8Array
  readonly BOOL: boolean
  readonly NULL: true
  readonly SS: readonly string[]
  readonly NS: readonly string[]
  readonly BS: readonly Uint8Array[]
  readonly L: readonly AttributeValueOutput[]
  readonly M: AttributeMapOutput
}

/**
 * A value as returned to a caller in this process: binary is bytes, numbers are decimal text. It has one of the
 * types; reading another one is allowed: `item.Artist?.S` is text or `undefined`.
 */
export type AttributeValueOutput = {
  [Type in keyof ValueContents]: Pick<ValueContents, Type> & {
    readonly [Other in Exclude<keyof ValueContents, Type>]?: undefined
  }
}[keyof ValueContents]

/** Attributes by name, as returned to a caller in this process. */
export type AttributeMapOutput = { readonly [name: string]: AttributeValueOutput }
