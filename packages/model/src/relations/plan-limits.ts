import { encodeValue } from '../codec/encode-value.ts'
import { type FormNode, formAt, storedName } from '../codec/stored-form.ts'
import type { EntityDefinition } from '../entities/entity-definition.ts'
import { hasExpired } from '../entities/presence.ts'
import type { Change } from '../expressions/change.ts'
import { allOf, type Condition, type Operand } from '../expressions/condition.ts'
import type { Steps } from '../expressions/path.ts'
import { ModelError } from '../model-error.ts'
import type { WireItem, WireValue } from '../port/wire.ts'
import { getOwn } from '../util/own-property.ts'
import { applyChanges } from '../writes/apply-changes.ts'
import { type Guard, guardOf } from '../writes/make-parents.ts'
import type { WriteAction } from '../writes/write-action.ts'
import { type EntityRelations, noRelations } from './entity-relations.ts'

/** Refuses an item whose sets, lists or maps have too many members. */
export function requireLimits(entity: EntityDefinition, item: WireItem): void {
  for (const [attribute, limit] of entity.limit) {
    if (sizeIn(entity, item, attribute) > limit) throw limitExceeded(entity, attribute)
  }
}

/** The conditions that enforce limits, as opposed to those of callers. */
const limitConditions = new WeakSet<Condition>()

/** Whether a condition enforces a limit. */
export function isLimit(condition: Condition): boolean {
  return limitConditions.has(condition)
}

/** What an update needs so that nothing exceeds its limit. */
export interface LimitPlan {
  readonly conditions: readonly Condition[]
  readonly guards: readonly Guard[]
  /** Returns the error; `again` when the condition was too strict, and reading the item would tell. */
  readonly explain: (found: WireItem) => ModelError | 'again' | undefined
}

/**
 * Plans the limits of an update. If the item was read, its sizes are known; else they become a condition, which may be
 * too strict when some of the added members exist already.
 */
export function planLimits(
  action: WriteAction,
  current: WireItem | undefined,
  now: number,
  { counters }: Pick<EntityRelations, 'counters'> = noRelations,
): LimitPlan {
  const { entity } = action
  const changes = action.kind === 'update' ? action.changes : []
  const growths = [...entity.limit].flatMap(([attribute, limit]) => {
    const own = changes.filter(({ steps }) => steps[0] === attribute)
    const growth = own.map((change) => growthOf(change, entity.forms))
    return growth.some(({ count }) => count > 0) ? [{ attribute, limit, growth }] : []
  })
  const explain = (found: WireItem) => {
    const after = applyChanges(found, changes, entity.forms)
    const over = growths.find(({ attribute, limit }) => sizeIn(entity, after, attribute) > limit)
    if (over !== undefined) return limitExceeded(entity, over.attribute)
    const isTight = growths.some(({ attribute, limit, growth }) => {
      return sizeIn(entity, found, attribute) + total(growth) > limit
    })
    return isTight && current === undefined ? 'again' : undefined
  }
  if (current !== undefined) {
    // For an expired item, the update's own condition reports that it is missing.
    const broken = hasExpired(entity, current, now) ? undefined : explain(current)
    if (broken instanceof ModelError) throw broken
    // If the whole item is written, counters that change in the meantime must not be lost.
    const names = [...growths.map(({ attribute }) => attribute), ...(action.kind === 'put' ? counters : [])]
    const guards = names.map((name) => guardOf(name, current, entity.forms))
    return { conditions: [], guards, explain }
  }
  return { conditions: growths.map((one) => limitCondition(entity, one)), guards: [], explain }
}

interface Growth {
  readonly count: number
  /** The conditions that the added members exist already; `undefined` if they cannot. */
  readonly isThere: readonly Condition[] | undefined
}

const noGrowth: Growth = { count: 0, isThere: [] }

function growthOf(change: Change, forms: FormNode): Growth {
  const { kind, steps } = change
  if (kind === 'remove' || kind === 'discard') return noGrowth
  if (steps.length === 2) return { count: 1, isThere: [{ kind: 'exists', steps }] }
  if (steps.length > 2 || kind === 'add') return noGrowth
  const value = storedValue('value' in change ? change.value : change.elements, forms)
  const count = sizeOf(value)
  if (kind !== 'include') return { count, isThere: undefined }
  const elements = Object.entries(value ?? {}).flatMap(([type, list]) =>
    (list as unknown[]).map((element) => ({ [type[0] as string]: element }) as unknown as WireValue),
  )
  const isThere = elements.map(
    (element): Condition => ({ kind: 'contains', steps, element: { kind: 'wire', value: element } }),
  )
  return { count, isThere }
}

function limitCondition(
  entity: EntityDefinition,
  {
    attribute,
    limit,
    growth,
  }: { readonly attribute: string; readonly limit: number; readonly growth: readonly Growth[] },
): Condition {
  const steps: Steps = [attribute]
  const left = limit - total(growth)
  if (left < 0) throw limitExceeded(entity, attribute)
  const right = { kind: 'wire', value: { N: String(left) } } as const
  const conditions: Condition[] = [
    { kind: 'missing', steps },
    { kind: 'compare', comparator: '<=', left: { kind: 'size', steps }, right },
  ]
  const areThere = growth.every(({ isThere }) => isThere !== undefined)
  const there = areThere ? allOf(growth.flatMap(({ isThere = [] }) => isThere)) : undefined
  if (there !== undefined) conditions.push(there)
  const condition: Condition = { kind: 'or', conditions }
  limitConditions.add(condition)
  return condition
}

function total(growth: readonly Growth[]): number {
  return growth.reduce((sum, { count }) => sum + count, 0)
}

function storedValue(operand: Operand, forms: FormNode): WireValue | undefined {
  if (operand.kind === 'wire') return operand.value
  if (operand.kind !== 'value') return undefined
  return encodeValue(operand.value, operand.steps.reduce<FormNode>(formAt, forms))
}

/** Returns the number of members in an attribute of a stored item. */
function sizeIn({ forms }: EntityDefinition, item: WireItem, attribute: string): number {
  return sizeOf(getOwn(item, storedName(forms, attribute)))
}

/** Returns the number of members of a stored set, list or map. */
function sizeOf(value: WireValue | undefined): number {
  const [members] = Object.values(value ?? {}) as unknown[]
  return typeof members === 'object' && members !== null ? Object.keys(members).length : 0
}

function limitExceeded({ name, limit }: EntityDefinition, attribute: string): ModelError<'LIMIT_EXCEEDED'> {
  const most = limit.get(attribute) ?? 0
  const message = `${name}: "${attribute}" would have more than ${most} members`
  return new ModelError('LIMIT_EXCEEDED', message, { reason: 'limit', entity: name, attribute, limit: most })
}
