import { type FormNode, noForms, storedSteps } from '../codec/stored-form.ts'
import type { Change } from '../expressions/change.ts'
import { type Condition, isAt, type Operand } from '../expressions/condition.ts'
import type { Step, Steps } from '../expressions/path.ts'
import { encodeOperand } from '../expressions/placeholders.ts'
import { valueError } from '../model-error.ts'
import type { WireItem, WireValue } from '../port/wire.ts'
import { getOwn, setOwn } from '../util/own-property.ts'

/** A place in an item, and the value that a plan assumes there. */
export interface Guard {
  readonly steps: Steps
  readonly expected: WireValue | undefined
  /** Whether the place is named as in the table, and not as the application names it. */
  readonly asStored?: true
}

/** Returns the guard that an attribute is still as in an item that was read. */
export function guardOf(name: string, item: WireItem, forms: FormNode): Guard {
  return { steps: [name], expected: wireAt(item, [name], forms) }
}

/** Turns a guard into a condition. */
export function guardCondition({ steps, expected, asStored }: Guard): Condition {
  return isAt(steps, expected && { kind: 'wire', value: expected }, asStored)
}

/** Whether an item is still as a plan assumes. */
export function guardHolds(
  { steps, expected, asStored }: Guard,
  item: WireItem | undefined,
  forms: FormNode,
): boolean {
  const found = wireAt(item ?? {}, steps, asStored ? noForms : forms)
  return JSON.stringify(found) === JSON.stringify(expected)
}

/** Changes that can be made to an item as it is, and the places that they assume to be missing. */
export interface RootedChanges {
  readonly changes: readonly Change[]
  readonly guards: readonly Guard[]
}

type Members = { [name: string]: WireValue }

/**
 * Rewrites changes within maps that an item does not have: the topmost missing map is set, with everything that the
 * changes put into it. DynamoDB refuses to write into a missing map, and to set it in the same request.
 */
export function makeParents(changes: readonly Change[], current: WireItem, forms: FormNode): RootedChanges {
  const made = new Map<string, { readonly steps: Steps; readonly members: Members }>()
  const kept: Change[] = []
  for (const change of changes) {
    const isMissing = (_: Step, at: number) =>
      at > 0 && wireAt(current, change.steps.slice(0, at), forms) === undefined
    // The length of the path to the topmost missing parent.
    const depth = change.steps.findIndex(isMissing)
    if (depth < 0) {
      kept.push(change)
      continue
    }
    const steps = change.steps.slice(0, depth) as unknown as Steps
    const value = firstValue(change, forms)
    // There is nothing to remove from a map that does not exist.
    if (value === undefined) continue
    const id = JSON.stringify(steps)
    const parent = made.get(id) ?? { steps, members: {} }
    made.set(id, parent)
    const below = storedSteps(forms, change.steps).slice(depth)
    if (below.some((step) => typeof step === 'number')) {
      const path = change.steps.join('.')
      throw valueError(`${path}: an element cannot be set in a list that is not there`, path)
    }
    putInto(parent.members, below as string[], value)
  }
  for (const { steps, members } of made.values()) {
    kept.push({ kind: 'set', steps, value: { kind: 'wire', value: { M: members } } })
  }
  return { changes: kept, guards: [...made.values()].map(({ steps }) => ({ steps, expected: undefined })) }
}

/** Returns the stored value at a place. */
export function wireAt(item: WireItem, steps: readonly Step[], forms: FormNode): WireValue | undefined {
  let value: WireValue | undefined = { M: item }
  for (const step of storedSteps(forms, steps)) value = value && stepInto(value, step)
  return value
}

function stepInto(value: WireValue, step: Step): WireValue | undefined {
  if (typeof step === 'number') return 'L' in value ? value.L[step] : undefined
  return 'M' in value ? getOwn(value.M, step) : undefined
}

function putInto(members: Members, [first = '', ...rest]: readonly string[], value: WireValue): void {
  const inner = getOwn(members, first)
  const next: Members = inner !== undefined && 'M' in inner ? (inner.M as Members) : {}
  setOwn(members, first, rest.length === 0 ? value : { M: next })
  if (rest.length > 0) putInto(next, rest, value)
}

/** Returns what a change results in where there was nothing. */
function firstValue(change: Change, forms: FormNode): WireValue | undefined {
  if (change.kind === 'remove' || change.kind === 'discard') return undefined
  if (change.kind === 'add') return { N: String(change.amount) }
  return storedOperand('value' in change ? change.value : change.elements, forms)
}

function storedOperand(operand: Operand, forms: FormNode): WireValue | undefined {
  if ('value' in operand) return encodeOperand(operand, forms)
  const path = operand.steps.join('.')
  throw valueError(`${path}: a value, not a path, must be copied into a missing map`, path)
}
