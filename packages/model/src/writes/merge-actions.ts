import { keyId } from '../entities/key-id.ts'
import { isPresent } from '../entities/presence.ts'
import type { Change } from '../expressions/change.ts'
import { attributeIs, type Condition } from '../expressions/condition.ts'
import { groupBy } from '../util/group-by.ts'
import { applyChanges } from './apply-changes.ts'
import { conditionsOf, contradiction, type MergedAction, withGuards } from './keep-apart.ts'
import type { Guard } from './make-parents.ts'
import type { WriteAction } from './write-action.ts'
import type { PlannedAction } from './write-plan.ts'

/**
 * Puts actions on the same item together: DynamoDB takes one for each item in a transaction. Those of verbs come
 * before those that follow from others.
 */
export function mergeActions(planned: readonly PlannedAction[], now: number): readonly MergedAction[] {
  const [first] = planned
  // Most writes are of one item, and take nothing for granted.
  const isPlain = first?.guards?.length === 0 && first.present === undefined && !first.zero?.length
  if (planned.length === 1 && first !== undefined && isPlain) {
    return [{ action: first.action, parts: planned, guards: [] }]
  }
  const groups = groupBy(planned, ({ action }) => keyId(action.entity.table, action.key))
  return [...groups.values()].map((parts) => mergeParts(parts, now))
}

function mergeParts(given: readonly PlannedAction[], now: number): MergedAction {
  // A marker that one item gives up and another takes is given up first.
  const isGivenUp = ({ action }: PlannedAction) => action.kind === 'delete' && action.marker === true
  const parts =
    given.length > 1 ? [...given.filter(isGivenUp), ...given.filter((part) => !isGivenUp(part))] : given
  const [first, ...rest] = parts as [PlannedAction, ...PlannedAction[]]
  let { action } = first
  const conditions = conditionsOf(first)
  // What is written whole in the same transaction is there, whatever was there before.
  const judged = [first]
  for (const next of rest) {
    const joined = join(action, next)
    if (action.kind !== 'put' && joined.kind !== 'put') judged.push(next)
    action = joined
  }
  for (const part of judged.slice(1)) conditions.push(...conditionsOf(part))
  const isWhole = action.kind === 'put' || action.kind === 'delete'
  if (!isWhole && parts.some(({ present }) => present)) conditions.push(isPresent(action.entity, now))
  for (const name of first.zero ?? []) conditions.push(isZero(name, rest))
  const guards = guardsOf(judged)
  return { action: withGuards(action, conditions, guards), parts, guards }
}

/**
 * What all of them take to be there. A later one takes a place to be as an earlier one leaves it, so that the first to name
 * a place counts. But if one contradicts itself, it rests on reads of different moments: all of that stays, to fail and to
 * be planned again.
 */
function guardsOf(parts: readonly PlannedAction[]): Guard[] {
  const firsts = new Map<string, PlannedAction>()
  const guards = new Map<string, Guard>()
  for (const part of parts) {
    for (const guard of part.guards ?? []) {
      const place = JSON.stringify(guard.steps)
      if (!firsts.has(place)) firsts.set(place, part)
      if (firsts.get(place) === part) guards.set(JSON.stringify(guard), guard)
    }
  }
  return [...guards.values()]
}

/** That a counter comes to zero by what is taken from it. */
function isZero(name: string, parts: readonly PlannedAction[]): Condition {
  const changes = parts.flatMap(({ action }) => (action.kind === 'update' ? action.changes : []))
  const taken = changes.map((one) => (one.kind === 'add' && one.steps[0] === name ? -Number(one.amount) : 0))
  const left = taken.reduce((sum, amount) => sum + amount, 0)
  const is = attributeIs(name, { N: String(left) })
  return left === 0 ? { kind: 'or', conditions: [attributeIs(name, undefined), is] } : is
}

/** One action that does what two do, the second after the first. */
function join(one: WriteAction, { action: other, present }: PlannedAction): WriteAction {
  if (other.kind === 'check' && one.kind !== 'delete') return one
  if (one.kind === 'check') return other
  if (one.kind === 'update' && other.kind === 'update') {
    return { ...one, changes: joinChanges(one.changes, other.changes) }
  }
  if (one.kind === 'put' && other.kind === 'update') {
    return { ...one, item: applyChanges(one.item, other.changes, other.entity.forms) }
  }
  if (one.kind === 'delete' && (other.kind === 'delete' || present === 'may')) return one
  if (one.kind === 'delete' && other.kind === 'put' && one.marker === true && other.marker === true)
    return other
  throw contradiction(other, one.kind)
}

/** Amounts that are added to one number become one; of two values for one place the later counts. */
function joinChanges(changes: readonly Change[], more: readonly Change[]): readonly Change[] {
  const byPlace = new Map(changes.map((change) => [JSON.stringify(change.steps), change]))
  for (const change of more) {
    const id = JSON.stringify(change.steps)
    const before = byPlace.get(id)
    const sum =
      before?.kind === 'add' && change.kind === 'add' && Number(before.amount) + Number(change.amount)
    byPlace.set(id, typeof sum === 'number' ? ({ ...change, amount: sum } as Change) : change)
  }
  return [...byPlace.values()]
}
