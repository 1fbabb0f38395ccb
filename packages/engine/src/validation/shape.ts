/** What a piece of text must satisfy, in the order in which AWS checks it. */
export type TextRule =
  | { readonly rule: 'minLength'; readonly limit: number }
  | { readonly rule: 'maxLength'; readonly limit: number }
  | { readonly rule: 'pattern'; readonly source: string; readonly pattern: RegExp }
  | { readonly rule: 'values'; readonly values: ReadonlySet<string> }

interface Common {
  /** Whether it is an error to leave the member out. */
  readonly required?: boolean
}

/** Text; `tableName` marks a name that may also be an ARN, which has rules of its own. */
export interface TextShape extends Common {
  readonly kind: 'text'
  readonly rules: readonly TextRule[]
  readonly tableName?: boolean
}

/** A number, under the name of the Java type that AWS reads it into. */
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

/** An attribute value. Only its JSON types are judged here. */
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

/** A map with keys that belong to the user. */
export interface MapShape extends Common {
  readonly kind: 'map'
  readonly value: Shape
  readonly min?: number
  readonly max?: number
  /** Keys are names or ARNs of tables. */
  readonly tableNames?: boolean
  /** How many members each value may have; reported for the map as a whole. */
  readonly valueLengths?: { readonly min: number; readonly max: number }
}

/** A structure: its members in the order in which AWS checks them. */
export interface StructShape extends Common {
  readonly kind: 'struct'
  /** The name of AWS's class, which stands in messages. */
  readonly name: string
  readonly members: { readonly [member: string]: Shape }
  /** Members that AWS prints with the others but does not let anybody set. */
  readonly unmodelled?: readonly string[]
}

/** What a part of a request must look like. */
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

/** Text with at least so many characters. */
export const minLength = (limit: number): TextRule => ({ rule: 'minLength', limit })

/** Text with at most so many characters. */
export const maxLength = (limit: number): TextRule => ({ rule: 'maxLength', limit })

/** Text that matches a pattern from its start to its end. */
export const pattern = (source: string): TextRule => ({
  rule: 'pattern',
  source,
  pattern: new RegExp(`^(?:${source})$`),
})

/** One of some words, in the order in which AWS lists them. */
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

/** A list of so many members. */
export const list = (member: Shape, limits: Pick<ListShape, 'min' | 'max'> = {}): ListShape => ({
  kind: 'list',
  member,
  ...limits,
})

/** A map from the user's names to something. */
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

/** The same, and it may not be left out. */
export const required = <Of extends Shape>(shape: Of): Of => ({ ...shape, required: true })
