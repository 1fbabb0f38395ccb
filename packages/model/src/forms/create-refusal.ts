import { type FormNode, formAt } from '../codec/stored-form.ts'
import type { EntityDefinition } from '../entities/entity-definition.ts'
import type { Change } from '../expressions/change.ts'
import type { Condition, Operand } from '../expressions/condition.ts'
import type { Steps } from '../expressions/path.ts'
import { encodeOperand } from '../expressions/placeholders.ts'
import { valueError } from '../model-error.ts'
import { requireApart } from './require-apart.ts'

/*
 * DynamoDB only sees what a form has made of a value, not the value itself. It can tell whether two values are equal,
 * if the form is deterministic, and nothing more: no order, no parts, no size.
 */

/** Creates the function that refuses everything that only the value itself could answer. */
export function createRefusal(root: FormNode): NonNullable<FormNode['refuse']> {
  return (said) => {
    if (!('kind' in said)) requireApart(said as EntityDefinition)
    else if ('steps' in said && !conditionKinds.has(said.kind as string)) refuseChange(root, said as Change)
    else refuseCondition(root, said as Condition)
  }
}

const conditionKinds: ReadonlySet<string> = new Set(['exists', 'missing', 'begins', 'contains'])

function refuseCondition(root: FormNode, condition: Condition): void {
  switch (condition.kind) {
    case 'compare': {
      const { left, right, comparator } = condition
      if (comparator !== '=' && comparator !== '<>') requireOpen(root, [left, right], comparator)
      requireComparable(root, left, [right])
      return
    }
    case 'between':
      requireOpen(root, [condition.operand, condition.low, condition.high], 'between')
      return
    case 'in':
      requireComparable(root, condition.operand, condition.list)
      return
    case 'begins':
      requireOpen(root, [{ kind: 'path', steps: condition.steps }], 'begins')
      return
    case 'contains':
      requireOpen(root, [{ kind: 'path', steps: condition.steps }], 'contains')
      requireRepeatable(root, condition.element)
      return
    case 'exists':
    case 'missing':
      if (!('asStored' in condition && condition.asStored)) requireNotInside(root, condition.steps)
  }
}

function refuseChange(root: FormNode, change: Change): void {
  requireNotInside(root, change.steps)
  if (change.kind === 'remove') return
  const target: Operand = { kind: 'path', steps: change.steps }
  if (change.kind === 'set' || change.kind === 'setIfMissing') {
    requireSameForm(root, target, change.value)
  } else requireOpen(root, [target], change.kind)
}

/**
 * Refuses to compare values whose stored forms may differ: both sides need the same form, and it has to be
 * deterministic.
 */
function requireComparable(root: FormNode, left: Operand, others: readonly Operand[]): void {
  requireOpen(
    root,
    [left, ...others].filter(({ kind }) => kind === 'size'),
    'size',
  )
  for (const operand of [left, ...others]) {
    if (operand.kind === 'path' && !operand.asStored) requireNotInside(root, operand.steps)
    requireSameForm(root, left, operand)
    requireRepeatable(root, operand)
  }
}

/** Refuses to copy or compare values between places with different forms. */
function requireSameForm(root: FormNode, left: Operand, right: Operand): void {
  if (left.kind !== 'path' || right.kind !== 'path' || left.asStored || right.asStored) return
  requireNotInside(root, right.steps)
  const [one, other] = [left, right].map(({ steps }) => nodeAt(root, steps).form)
  if (one === other || (typeof one !== 'object' && typeof other !== 'object')) return
  const path = right.steps.join('.')
  throw valueError(`"${path}" is stored in another form than "${left.steps.join('.')}"`, path)
}

function requireRepeatable(root: FormNode, operand: Operand): void {
  if (operand.kind !== 'value') return
  const [one, other] = [operand, operand].map((same) => JSON.stringify(encodeOperand(same, root)))
  if (one === other) return
  const path = operand.steps.filter((step) => typeof step === 'string').join('.')
  const message = `"${path}" cannot be compared: its form stores the same value differently each time`
  throw valueError(message, path)
}

/** Refuses operands that lead to a value in a form of the program's own. */
function requireOpen(root: FormNode, operands: readonly Operand[], what: string): void {
  for (const operand of operands) {
    if (operand.kind === 'wire' || (operand.kind === 'path' && operand.asStored)) continue
    requireNotInside(root, operand.steps)
    const { form } = nodeAt(root, operand.steps)
    if (typeof form !== 'object') continue
    const path = operand.steps.join('.')
    const message = `"${path}" is stored in a form of its own ("${form.name}"), so "${what}" says nothing about it`
    throw valueError(message, path)
  }
}

/** Refuses a path that leads into a value stored by a form. */
function requireNotInside(root: FormNode, steps: Steps): void {
  let node = root
  for (const step of steps) {
    if (typeof node.form === 'object') {
      const path = steps.join('.')
      throw valueError(`"${path}" leads into what is stored in a form of its own ("${node.form.name}")`, path)
    }
    node = formAt(node, step)
  }
}

function nodeAt(root: FormNode, steps: Steps): FormNode {
  return steps.reduce<FormNode>(formAt, root)
}
