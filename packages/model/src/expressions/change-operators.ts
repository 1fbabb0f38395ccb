import type { Values } from '../keys/compile-template.ts'
import { valueError } from '../model-error.ts'
import { type Change, setOnce, setTo } from './change.ts'
import { type At, at, rightOperand } from './condition-operators.ts'
import { createPaths, type OpenPath, type Paths, type PathTo, stepsOf, type ValueAt } from './path.ts'

/** What an attribute may be set to: null if it may be null. To have no value, it is removed instead. */
type Written<Value> = NoInfer<Exclude<Value, undefined>> | PathTo<Value>

/** A required attribute cannot be removed: the item would no longer match its schema. */
type Removable<Value> = [undefined] extends [Value] ? unknown : 'what must be there cannot be removed'

/** The operators of updates. */
export interface ChangeOperators {
  /** Sets a value. Missing maps on the way to it are created. */
  set<Value>(path: PathTo<Value>, value: Written<Value>): Change
  /** Sets a value unless there is one. */
  setIfMissing<Value>(path: PathTo<Value>, value: Written<Value>): Change
  /** Adds to a number; a missing one counts as zero. */
  add<Value extends number | bigint | undefined>(
    path: OpenPath<Value>,
    amount: NoInfer<NonNullable<Value>>,
  ): Change
  /** Adds elements to a set; a missing set is created. */
  include<Member>(
    path: OpenPath<ReadonlySet<Member> | undefined>,
    ...elements: readonly NoInfer<Member>[]
  ): Change
  /** Removes elements from a set. */
  discard<Member>(
    path: OpenPath<ReadonlySet<Member> | undefined>,
    ...elements: readonly NoInfer<Member>[]
  ): Change
  /** Adds elements at the end of a list; a missing list is created. */
  append<Member>(
    path: OpenPath<readonly Member[] | undefined>,
    ...elements: readonly NoInfer<Member>[]
  ): Change
  /** Adds elements at the beginning of a list; a missing list is created. */
  prepend<Member>(
    path: OpenPath<readonly Member[] | undefined>,
    ...elements: readonly NoInfer<Member>[]
  ): Change
  /** Removes an optional attribute or member, or an element of a list. */
  remove<Place extends PathTo<unknown>>(path: Place & Removable<ValueAt<Place>>): Change
  /** Returns the path to a member of a dictionary, or to an element of a list. */
  at: At
}

/** A function that returns the changes of an update. */
export type ChangeFunction<Item, Whole = never> = (
  item: Paths<Item, Whole>,
  operators: ChangeOperators,
) => Change | readonly (Change | false | undefined)[]

export const changeOperators: ChangeOperators = {
  set: (path, value) => ({ kind: 'set', steps: path[stepsOf], value: rightOperand(path, value) }),
  setIfMissing: (path, value) => setOnce(changeOperators.set(path, value)),
  add: (path, amount) => ({ kind: 'add', steps: path[stepsOf], amount }),
  include: (path, ...elements) => elementsChange('include', path, new Set(elements)),
  discard: (path, ...elements) => elementsChange('discard', path, new Set(elements)),
  append: (path, ...elements) => elementsChange('append', path, elements),
  prepend: (path, ...elements) => elementsChange('prepend', path, elements),
  remove: (path) => ({ kind: 'remove', steps: path[stepsOf] }),
  at,
}

/** Returns the list of changes of an update, given as attributes to set or as a function. */
export function readChanges<Item>(input: object | ChangeFunction<Item>): readonly Change[] {
  if (typeof input === 'function') {
    const changes = (input as ChangeFunction<Item>)(createPaths<Item>(), changeOperators)
    const list = Array.isArray(changes) ? changes.filter((change) => change) : [changes as Change]
    requireChanges(list.every((change) => Object(change).steps))
    return list
  }
  requireChanges(Object(input) === input)
  const changes: Change[] = []
  for (const attribute of Object.keys(input)) {
    const value = (input as Values)[attribute]
    if (value !== undefined) changes.push(setTo([attribute], value))
  }
  return changes
}

/** Without TypeScript, changes may have been forgotten, or not returned. */
function requireChanges(areThere: boolean): void {
  if (!areThere) throw valueError('update needs changes', '')
}

function elementsChange(
  kind: 'include' | 'discard' | 'append' | 'prepend',
  path: PathTo<unknown>,
  elements: unknown,
): Change {
  const steps = path[stepsOf]
  return { kind, steps, elements: { kind: 'value', value: elements, steps } }
}
