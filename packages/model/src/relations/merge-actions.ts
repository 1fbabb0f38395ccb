import type { EntityDefinition } from '../entities/entity-definition.ts'
import { keyId } from '../entities/key-id.ts'
import { isPresent } from '../entities/presence.ts'
import type { Change } from '../expressions/change.ts'
import { attributeIs, type Condition, type Operand } from '../expressions/condition.ts'
import type { Steps } from '../expressions/path.ts'
import { encodeOperand } from '../expressions/placeholders.ts'
import { placesIn } from '../expressions/places-in.ts'
import { isModelError, ModelError } from '../model-error.ts'
import type { WireValue } from '../port/wire.ts'
import { addNumbers } from '../util/add-decimals.ts'
import { groupBy } from '../util/group-by.ts'
import { applyChanges } from '../writes/apply-changes.ts'
import { conditionsOf, contradiction, type MergedAction, withGuards } from '../writes/keep-apart.ts'
import { type Guard, guardHolds, makeParents } from '../writes/make-parents.ts'
import type { WriteAction } from '../writes/write-action.ts'
import type { PlannedAction, WritePlan } from '../writes/write-plan.ts'
import { asksForItem } from './after-plans.ts'
import { isLimit, planLimits, requireLimits } from './plan-limits.ts'

/**
 * Merges actions on the same item, as DynamoDB allows one for each item in a transaction. Actions of verbs come before
 * those that follow from other items, except for copies that an earlier verb has changed.
 */
export function mergeActions(
  planned: readonly PlannedAction[],
  now: number,
  plans: readonly WritePlan[] = [],
): readonly MergedAction[] {
  const [first] = planned
  // Fast path: most writes concern one item, and have no guards.
  const isPlain = first?.guards?.length === 0 && first.present === undefined && !first.zero?.length
  if (planned.length === 1 && first !== undefined && isPlain) {
    return [{ action: first.action, parts: planned, guards: [] }]
  }
  const groups = groupBy(planned, ({ action }) => keyId(action.entity.table, action.key))
  return [...groups.values()].map((parts) => mergeParts(inOrder(parts, plans), now))
}

function mergeParts(given: readonly PlannedAction[], now: number): MergedAction {
  const whole = given.findLastIndex(({ action: { kind } }) => kind === 'put' || kind === 'delete')
  // Changes to copies have no effect if the item is stored as a whole, or removed, afterwards.
  const lost = whole > 0 ? given.slice(0, whole).filter(changesCopies) : []
  const parts = given.length > 1 ? givenUpFirst(given.filter((part) => !lost.includes(part))) : given
  const [first, ...rest] = parts as [PlannedAction, ...PlannedAction[]]
  let { action } = first
  let before = first
  // The parts whose conditions DynamoDB has to check. Those after a put of the same item hold anyway, since it exists
  // then; so does that of a put after a removal, since a marker that was given up is free.
  const judged = [first]
  for (const next of rest) {
    requireKnown(action, next)
    requireUnchanged(action, next)
    const joined = join(action, next, before)
    if (action.kind === 'put' && !action.marker && !conditionsOf(next).every(isAnswered(next))) {
      throw unanswerable(action)
    }
    if (action.kind === 'check' || (action.kind !== 'put' && joined.kind !== 'put')) judged.push(next)
    action = joined
    before = next
  }
  const conditions: Condition[] = []
  let isMade = false
  for (const part of judged) {
    const asked = conditionsOf(part)
    const isOpen = (one: Condition) => !isPresence(part.action.entity, one)
    conditions.push(...(isMade ? asked.flatMap(partsOf).filter(isOpen) : asked))
    isMade ||= makesItem(part)
  }
  const isWhole = isMade || action.kind === 'put' || action.kind === 'delete'
  if (!isWhole && parts.some(({ present }) => present)) conditions.push(isPresent(action.entity, now))
  const removal = parts.find(({ zero }) => zero?.length)
  for (const name of removal?.zero ?? []) conditions.push(isZero(name, parts))
  const guards = guardsOf([...lost, ...judged])
  if (rest.length === 0 || !parts.some((part) => conditionsOf(part).some(isLimit))) {
    const held = removal === undefined || removal === first ? [] : [holdingOf(removal)]
    return { action: withGuards(action, conditions, guards), parts: [...held, ...parts], guards }
  }
  const limits = limitsOf(first, action, now)
  const others = conditions.filter((condition) => !isLimit(condition))
  return {
    action: withGuards(action, [...others, ...conditionsOf(limits)], guards),
    parts: [limits, ...parts],
    guards,
  }
}

/**
 * Orders the parts of an item, so that changes to copies by one verb come before later verbs, which are planned on
 * their result.
 */
function inOrder(parts: readonly PlannedAction[], plans: readonly WritePlan[]): readonly PlannedAction[] {
  if (parts.length === 1 || !parts.some(changesCopies)) return parts
  const placeOf = (part: PlannedAction) => {
    const place = plans.findIndex(({ main, related }) => {
      return main === part || (changesCopies(part) && related.includes(part))
    })
    return place < 0 ? plans.length : place
  }
  return [...parts].sort((one, other) => placeOf(one) - placeOf(other))
}

/** Whether a part is an upsert, which creates the item that later parts require. */
function makesItem({ action, present }: PlannedAction): boolean {
  return action.kind === 'update' && present === undefined && !asksForItem(action)
}

/** Whether a part changes attributes that an item has copied from its parent. */
function changesCopies({ action, copies, present }: PlannedAction): boolean {
  return action.kind === 'update' && copies !== undefined && present === undefined
}

/**
 * Refuses a part that is based on an attribute which another part changes: it would copy the old value. If the part
 * that changes the attribute comes first, the other is planned on its result.
 */
function requireKnown(action: WriteAction, next: PlannedAction): void {
  const { entity, kind } = next.action
  const { copies, guards: all = [] } = next
  const guards = copies ? all : all.filter(({ steps }) => entity.key.vague.includes(steps[0] as string))
  const wrong = guards.find((guard) => {
    if (action.kind === 'put') return !guardHolds(guard, action.item, entity.forms)
    const changes = action.kind === 'update' ? action.changes : []
    const fixed = changes.filter((one) => isSame(one.steps, guard.steps) && isFixed(one))
    return fixed.length > 0 && !isLeftBy(action, guard)
  })
  if (wrong === undefined) return
  const missing =
    copies && Object.keys(copies).length === 0 && asksForItem(action) ? next.explain(undefined) : undefined
  if (missing instanceof ModelError) throw missing
  const place = wrong.steps.join('.')
  const message = `${entity.name}: one transaction cannot change "${place}" after what depends on it; let that change come first, or do it alone`
  throw new ModelError('CONTRADICTION', message, { entity: entity.name, kinds: [action.kind, kind] })
}

/**
 * Refuses a condition on an attribute that an earlier update changes: DynamoDB checks conditions against the item as it
 * was before the transaction, so two parts that each require one remaining unit could both take it. Attributes that the
 * model itself changes with every write are exempt.
 */
function requireUnchanged(action: WriteAction, next: PlannedAction): void {
  if (action.kind !== 'update') return
  const { entity } = action
  const asked = conditionsOf(next)
    .filter((one) => !isAnswered(next)(one))
    .flatMap(placesIn)
  const changed = asked.find(
    (steps) => !entity.managed.includes(steps[0]) && action.changes.some((one) => isWithin(one.steps, steps)),
  )
  if (changed === undefined) return
  const place = changed.join('.')
  const message = `${entity.name}: one transaction cannot change "${place}" and then check it, as checks see the old value; make it one update, or let the check come first`
  throw new ModelError('CONTRADICTION', message, {
    entity: entity.name,
    kinds: [action.kind, next.action.kind],
  })
}

/**
 * Orders the release of a marker by one item before its acquisition by another; an item releases a marker that it has
 * acquired itself after that.
 */
function givenUpFirst(parts: readonly PlannedAction[]): readonly PlannedAction[] {
  const isGivenUp = ({ action, owner }: PlannedAction, at: number) => {
    const wasTaken = () =>
      parts.slice(0, at).some((part) => part.action.kind === 'put' && isSame(part.owner, owner))
    return action.kind === 'delete' && action.marker === true && !wasTaken()
  }
  const first = parts.filter(isGivenUp)
  return [...first, ...parts.filter((part) => !first.includes(part))]
}

function isSame(one: object | undefined, other: object | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Makes existing children be reported before any other failed condition of a removal. */
function holdingOf(removal: PlannedAction): PlannedAction {
  const explain: PlannedAction['explain'] = (found) => {
    const verdict = removal.explain(found)
    return isModelError(verdict, 'HAS_CHILDREN') ? verdict : undefined
  }
  return { ...removal, explain }
}

/** Checks the limits against all changes of an item together: each part only considers its own. */
function limitsOf(first: PlannedAction, action: WriteAction, now: number): PlannedAction {
  if (action.kind === 'put') requireLimits(action.entity, action.item)
  const limits = planLimits(action, undefined, now)
  return {
    action: { ...first.action, condition: { kind: 'and', conditions: limits.conditions } },
    explain: (found) => found && limits.explain(found),
  }
}

/**
 * Returns whether a condition of a part holds for an item that another part stores, or is checked for all parts
 * together.
 */
function isAnswered({ action: { entity } }: PlannedAction): (condition: Condition) => boolean {
  return (condition) => isLimit(condition) || isPresence(entity, condition)
}

function partsOf(condition: Condition): readonly Condition[] {
  return condition.kind === 'and' ? condition.conditions.flatMap(partsOf) : [condition]
}

/** Whether a condition only requires that there is an item, which has not expired. */
function isPresence(entity: EntityDefinition, condition: Condition): boolean {
  const { table, ttl } = entity
  if (condition.kind === 'exists') return condition.steps[0] === table.key.pk[0]?.name
  const [first, second] = condition.kind === 'or' ? condition.conditions : []
  if (first?.kind === 'missing' && second?.kind === 'compare') {
    // A caller's own condition on the expiry compares with a value of the application instead.
    return first.steps[0] === ttl?.stored && second.right.kind === 'wire'
  }
  return condition.kind === 'and' && condition.conditions.every((one) => isPresence(entity, one))
}

/**
 * Returns the error for a condition that DynamoDB would check against the item before the transaction, not as another
 * member leaves it.
 */
function unanswerable({ entity }: WriteAction): ModelError<'CONTRADICTION'> {
  const message = `${entity.name}: one transaction cannot put an item and check more of it than that it exists`
  return new ModelError('CONTRADICTION', message, { entity: entity.name, kinds: ['put', 'check'] })
}

/**
 * Returns the guards of all parts together. A later part expects places as earlier parts leave them, so each place
 * takes its guards from the first part that names it, and has none if an earlier part sets it. A part whose guards
 * contradict each other is based on reads of different moments: all of those are kept, so that the condition fails and
 * everything is planned again.
 */
function guardsOf(parts: readonly PlannedAction[]): Guard[] {
  const firsts = new Map<string, PlannedAction>()
  const guards = new Map<string, Guard>()
  for (const [at, part] of parts.entries()) {
    for (const guard of part.guards ?? []) {
      const place = JSON.stringify(guard.steps)
      if (!firsts.has(place) && parts.slice(0, at).some(({ action }) => isLeftBy(action, guard))) continue
      if (!firsts.has(place)) firsts.set(place, part)
      if (firsts.get(place) === part) guards.set(JSON.stringify(guard), guard)
    }
  }
  return [...guards.values()]
}

/** Whether an update leaves a place as expected, whatever was there before. */
function isLeftBy(action: WriteAction, { steps, expected, asStored }: Guard): boolean {
  if (action.kind !== 'update' || asStored) return false
  const id = JSON.stringify([steps, expected])
  return action.changes.some((change) => {
    return isFixed(change) && id === JSON.stringify([change.steps, setBy(change, action.entity)])
  })
}

/** Whether the result of a change is independent of what was there before. */
function isFixed(change: Change): boolean {
  return change.kind === 'remove' || (change.kind === 'set' && isGiven(change.value))
}

/** Returns the stored value that a change sets; `undefined` for an empty set. */
function setBy(change: Change, { forms }: EntityDefinition): WireValue | undefined {
  return 'value' in change && isGiven(change.value) ? encodeOperand(change.value, forms) : undefined
}

function isGiven(operand: Operand): operand is Extract<Operand, { value: unknown }> {
  return 'value' in operand
}

/** Returns the condition that a counter is zero after what the transaction subtracts from it. */
function isZero(name: string, parts: readonly PlannedAction[]): Condition {
  const changes = parts.flatMap(({ action }) => (action.kind === 'update' ? action.changes : []))
  const taken = changes.map((one) => (one.kind === 'add' && one.steps[0] === name ? -Number(one.amount) : 0))
  const left = taken.reduce((sum, amount) => sum + amount, 0)
  const is = attributeIs(name, { N: String(left) })
  return left === 0 ? { kind: 'or', conditions: [attributeIs(name, undefined), is] } : is
}

/** Merges two actions into one, the second applied after the first. `before`: the last part merged into the first. */
function join(one: WriteAction, next: PlannedAction, before: PlannedAction): WriteAction {
  const { action: other, present } = next
  if (other.kind === 'check' && one.kind !== 'delete') return one
  if (one.kind === 'check') return other
  if (one.marker && other.marker) return joinMarkers(one, next, isSame(before.owner, next.owner))
  if (one.kind === 'update' && other.kind === 'update') {
    return { ...one, changes: joinChanges(one, other.changes) }
  }
  if (one.kind === 'put' && other.kind === 'update') {
    const { forms } = other.entity
    const { changes } = makeParents(other.changes, one.item, forms)
    return { ...one, item: applyChanges(one.item, changes, forms) }
  }
  if (one.kind === 'delete' && (other.kind === 'delete' || present === 'may' || changesCopies(next)))
    return one
  throw contradiction(other, one.kind)
}

/** Merges two actions on a marker: the last one wins, but two items cannot both acquire it. */
function joinMarkers(one: WriteAction, { action, explain }: PlannedAction, isOwn: boolean): WriteAction {
  if (isOwn || one.kind === 'delete') return action
  throw explain(undefined) ?? contradiction(action, one.kind)
}

/** Merges the changes of two updates, the second applied after the first. */
function joinChanges(
  { entity, changes }: Extract<WriteAction, { kind: 'update' }>,
  more: readonly Change[],
): readonly Change[] {
  const byPlace = new Map(changes.map((change) => [JSON.stringify(change.steps), change]))
  for (const change of more) {
    const id = JSON.stringify(change.steps)
    const before = byPlace.get(id)
    // A value copied from another attribute would be the one before the first update.
    const [copied] = 'value' in change && change.value.kind === 'path' ? change.value.steps : []
    const changed = changes.find((one) => one.steps[0] === copied || isInTheWay(one, change))
    if (changed !== undefined) throw cannotFollow(entity, changed, change)
    byPlace.set(id, before === undefined ? change : joinTwo(entity, before, change))
  }
  return [...byPlace.values()]
}

/** Whether one of two places lies within the other: DynamoDB refuses two such changes in one request. */
function isInTheWay({ steps: one }: Change, { steps: other }: Change): boolean {
  return one.length !== other.length && isWithin(one, other)
}

/** Whether one of two places lies within the other, or equals it. */
function isWithin(one: Steps, other: Steps): boolean {
  const [outer, inner] = one.length < other.length ? [one, other] : [other, one]
  return outer.every((step, at) => step === inner[at])
}

/** Merges two changes of one place into one with the same result. */
function joinTwo(entity: EntityDefinition, one: Change, other: Change): Change {
  if (other.kind === 'set' || other.kind === 'remove') return other
  if (one.kind === 'add' && other.kind === 'add') return { ...other, amount: sumOf(one.amount, other.amount) }
  if (other.kind === 'setIfMissing') {
    const isEmpty = 'value' in one && isGiven(one.value) && setBy(one, entity) === undefined
    if (isEmpty && one.kind === 'setIfMissing') return other
    if (isEmpty || one.kind === 'remove') return { ...other, kind: 'set' }
    // The first change has left a value, so nothing is left to set; only a discard may have emptied the set.
    if (one.kind !== 'discard') return one
  } else if (one.kind === other.kind && 'elements' in one && 'elements' in other) {
    const elements = joinElements(other.kind, one.elements, other.elements)
    if (elements !== undefined) return { ...other, elements }
  }
  throw cannotFollow(entity, one, other)
}

function cannotFollow({ name }: EntityDefinition, one: Change, other: Change): ModelError<'CONTRADICTION'> {
  const [first, then] = [one, other].map(({ kind, steps }) => `${kind} "${steps.join('.')}"`)
  const message = `${name}: one transaction cannot ${first}, and then ${then}`
  return new ModelError('CONTRADICTION', message, { entity: name, kinds: [one.kind, other.kind] })
}

/** Adds exactly, as DynamoDB does. */
function sumOf(one: number | bigint, other: number | bigint): number | bigint {
  return typeof one === 'bigint' && typeof other === 'bigint' ? one + other : addNumbers(Number(one), other)
}

function joinElements(kind: Change['kind'], one: Operand, other: Operand): Operand | undefined {
  if (one.kind !== 'value' || other.kind !== 'value') return undefined
  const [first, second] = [one.value, other.value].map((value) => [...(value as Iterable<unknown>)]) as [
    unknown[],
    unknown[],
  ]
  const all = kind === 'prepend' ? [...second, ...first] : [...first, ...second]
  return { ...other, value: kind === 'append' || kind === 'prepend' ? all : new Set(all) }
}
