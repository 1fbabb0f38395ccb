/** A step into an item: the name of an attribute or member, or the position of an element. */
export type Step = string | number

/** A place in an item. */
export type Steps = readonly [attribute: string, ...rest: Step[]]

/** The steps of a typed path, for the model itself. */
export const stepsOf: unique symbol = Symbol('steps')

/** For the type checker only: the type of value that a path leads to. */
declare const valueType: unique symbol

/** A path to a value of a type. */
export interface PathTo<Value> {
  readonly [stepsOf]: Steps
  readonly [valueType]: Value
}

/** The type that a path leads to. */
export type ValueAt<Place extends PathTo<unknown>> = Place[typeof valueType]

/** A path to a value, with the paths to its members. */
export type Path<Value> = PathTo<Value> &
  ([NonNullable<Value>] extends [Leaf] ? unknown : Paths<NonNullable<Value>>)

/** The paths to the members of an object. `Whole`: those stored in a form of the program's own. */
export type Paths<Value, Whole = never> = {
  readonly [Name in keyof Value]-?: Name extends Whole
    ? WholePath<Value[Name]>
    : // A dictionary may lack any name.
      Path<string extends Name ? Value[Name] | undefined : Value[Name]>
}

/** Marks values that can only be compared for equality, and have no order, parts or size. */
declare const isWhole: unique symbol

/** A path to a value in a form of the program's own: it can be compared for equality only. */
export interface WholePath<Value> extends PathTo<Value> {
  readonly [isWhole]: true
}

/** A path to a value in one of the ordinary forms. */
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

/** Returns the paths of an item: a property for each attribute, whatever its name. */
export function createPaths<Item>(): Paths<Item> {
  return createPath([]) as Paths<Item>
}

/** Whether a value is a path. */
export function isPath(value: unknown): value is PathTo<unknown> {
  return Object(value)[stepsOf] !== undefined
}

/** Returns the path to a place, or to the item itself; any property leads one step further, whatever its name. */
export function createPath(steps: readonly Step[]): object {
  return new Proxy(Object.freeze({}), {
    get: (_, name) => {
      if (name === stepsOf) return steps.length === 0 ? undefined : steps
      return typeof name === 'string' ? createPath([...steps, name]) : undefined
    },
  })
}
