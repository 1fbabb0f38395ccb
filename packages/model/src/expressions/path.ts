/** A step into an item: the name of an attribute or member, or the place of an element. */
export type Step = string | number

/** Where in an item something is. */
export type Steps = readonly [attribute: string, ...rest: Step[]]

/** What a typed path is, for the model itself. */
export const stepsOf: unique symbol = Symbol('steps')

/** Which type of value a path leads to; TypeScript alone sees it. */
declare const valueType: unique symbol

/** A path to a value of a type. */
export interface PathTo<Value> {
  readonly [stepsOf]: Steps
  readonly [valueType]: Value
}

/** What a path leads to. */
export type ValueAt<Place extends PathTo<unknown>> = Place[typeof valueType]

/** A path, with the paths to the members of what it leads to. */
export type Path<Value> = PathTo<Value> &
  ([NonNullable<Value>] extends [Leaf] ? unknown : Paths<NonNullable<Value>>)

/** The paths to the members of an object. `Whole`: those that are stored in a form of the program's own. */
export type Paths<Value, Whole = never> = {
  readonly [Name in keyof Value]-?: Name extends Whole
    ? WholePath<Value[Name]>
    : // What a dictionary has under a name may be missing.
      Path<string extends Name ? Value[Name] | undefined : Value[Name]>
}

/** Marks what can be said of the value itself only, and not of an order, a part or a size of it. */
declare const isWhole: unique symbol

/** A path to what is stored in a form of the program's own: the same can be asked for, and no more. */
export interface WholePath<Value> extends PathTo<Value> {
  readonly [isWhole]: true
}

/** A path to a value that is stored as it is. */
export interface OpenPath<Value> extends PathTo<Value> {
  readonly [isWhole]?: never
}

type Leaf =
  | string
  | number
  | bigint
  | boolean
  | null
  | Date
  | Uint8Array
  | ReadonlySet<unknown>
  | readonly unknown[]

/** The paths of an item: a property for each attribute, whatever its name is. */
export function createPaths<Item>(): Paths<Item> {
  return createPath([]) as Paths<Item>
}

/** Whether a value is a path. */
export function isPath(value: unknown): value is PathTo<unknown> {
  return typeof value === 'object' && value !== null && Reflect.get(value, stepsOf) !== undefined
}

/** The path to a place, or the item itself; a property leads on, whatever its name is. */
export function createPath(steps: readonly Step[]): object {
  return new Proxy(Object.freeze({}), {
    get: (_, name) => {
      if (name === stepsOf) return steps.length === 0 ? undefined : steps
      return typeof name === 'string' ? createPath([...steps, name]) : undefined
    },
  })
}
