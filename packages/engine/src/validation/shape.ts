/** A rule for a piece of text; rules are listed in the order in which AWS checks them. */
export type TextRule =
  | { readonly rule: 'minLength'; readonly limit: number }
  | { readonly rule: 'maxLength'; readonly limit: number }
  | { readonly rule: 'pattern'; readonly source: string; readonly pattern: RegExp }
  | { readonly rule: 'values'; readonly values: ReadonlySet<string> }

interface Common {
  /** Whether the member is required. */
  readonly required?: boolean
}

/**
 * Text; `tableName` marks a name that may also be an ARN. An ARN's form is checked with the shape (`arn`) or left to
 * the operation (`name`), which words it differently.
 */
export interface TextShape extends Common {
  readonly kind: 'text'
  readonly rules: readonly TextRule[]
  readonly tableName?: 'arn' | 'name'
}

/** A number, with the name of the Java type that AWS uses. */
export interface NumberShape extends Common {
  readonly kind: 'number'
  readonly javaType: 'Integer' | 'Long' | 'Double'
  readonly min?: number
  readonly max?: number
}

/** A boolean. */
export interface BooleanShape extends Common {
  readonly kind: 'boolean'
}

/** An attribute value. Only its JSON types are checked here. */
export interface AttributeValueShape extends Common {
  readonly kind: 'attributeValue'
}

/** A list. */
export interface ListShape extends Common {
  readonly kind: 'list'
  readonly member: Shape
  readonly min?: number
  readonly max?: number
}

/** A map whose keys the user chooses. */
export interface MapShape extends Common {
  readonly kind: 'map'
  readonly value: Shape
  readonly min?: number
  readonly max?: number
  /** Whether the keys are names or ARNs of tables. */
  readonly tableNames?: boolean
  /** The number of members that each value may have; reported for the map as a whole. */
  readonly valueLengths?: { readonly min: number; readonly max: number }
}

/** A structure, with its members in the order in which AWS checks them. */
export interface StructShape extends Common {
  readonly kind: 'struct'
  /** The name of AWS's class, which appears in messages. */
  readonly name: string
  readonly members: { readonly [member: string]: Shape }
  /** Members that AWS prints with the others but that cannot be set. */
  readonly unmodelled?: readonly string[]
}

/** The form of a part of a request. */
export type Shape =
  | TextShape
  | NumberShape
  | BooleanShape
  | AttributeValueShape
  | ListShape
  | MapShape
  | StructShape

/** The characters of table and index names, as AWS prints them. */
export const NAME_PATTERN = '[a-zA-Z0-9_.-]+'

/** Any text, or text that satisfies rules. */
export const text = (...rules: readonly TextRule[]): TextShape => ({ kind: 'text', rules })

/** Text with at least this many characters. */
export const minLength = (limit: number): TextRule => ({ rule: 'minLength', limit })

/** Text with at most this many characters. */
export const maxLength = (limit: number): TextRule => ({ rule: 'maxLength', limit })

/**
 * Text that matches a pattern from start to end. Pass `tested`, a pattern for the same texts, if matching the one that AWS
 * prints would take more steps than the text has characters.
 */
export const pattern = (source: string, tested = source): TextRule => ({
  rule: 'pattern',
  source,
  pattern: new RegExp(`^(?:${tested})$`),
})

/** One of several words, in AWS's order. */
export const oneOf = (...values: readonly string[]): TextShape =>
  text({ rule: 'values', values: new Set(values) })

/** A number that AWS reads into 32 bits. */
export const integer = (limits: Pick<NumberShape, 'min' | 'max'> = {}): NumberShape => ({
  kind: 'number',
  javaType: 'Integer',
  ...limits,
})

/** A number that AWS reads into 64 bits. */
export const long = (limits: Pick<NumberShape, 'min' | 'max'> = {}): NumberShape => ({
  kind: 'number',
  javaType: 'Long',
  ...limits,
})

export const boolean: BooleanShape = { kind: 'boolean' }

/** A list with a limited number of members. */
export const list = (member: Shape, limits: Pick<ListShape, 'min' | 'max'> = {}): ListShape => ({
  kind: 'list',
  member,
  ...limits,
})

/** A map from names chosen by the user. */
export const map = (value: Shape, limits: Omit<MapShape, 'kind' | 'value'> = {}): MapShape => ({
  kind: 'map',
  value,
  ...limits,
})

/** A structure with members in AWS's order. */
export const struct = (
  name: string,
  members: { readonly [member: string]: Shape },
  unmodelled: readonly string[] = [],
): StructShape => ({ kind: 'struct', name, members, unmodelled })

/** Makes a shape required. */
export const required = <Of extends Shape>(shape: Of): Of => ({ ...shape, required: true })
