import { storedName } from '../codec/stored-form.ts'
import { encodeMarker, encodeReference } from '../entities/define-relations.ts'
import { encodeKey } from '../entities/encode-key.ts'
import type { EntityDefinition } from '../entities/entity-definition.ts'
import { unnamed } from '../entities/unnamed.ts'
import type { Change } from '../expressions/change.ts'
import type { Values } from '../keys/compile-template.ts'
import type { WireItem } from '../port/wire.ts'
import { decodeEntity } from '../reads/decode-entity.ts'
import { getOwn, lacks, setOwn } from '../util/own-property.ts'
import { sameValue } from '../util/same-value.ts'
import { applyChanges } from '../writes/apply-changes.ts'
import { type PlannedAction, type Planning, readItem } from '../writes/write-plan.ts'
import type { EntityRelations } from './entity-relations.ts'
import { isGone, parentMissing } from './plan-parents.ts'
import { markerItem } from './plan-unique.ts'

/** The attribute of a counter item that holds the last number. */
const lastAttribute = 'last'

/** An input completed by the model, and the actions that this requires. */
export interface FilledInput {
  readonly input: object
  readonly related: readonly PlannedAction[]
  /** Copies that the item has already; not written, since a change of the parent may update them in the meantime. */
  readonly kept?: readonly string[]
  /** Copies that the item has, but its parent no longer has the attribute. */
  readonly cleared?: readonly string[]
}

interface FillScope {
  readonly entity: EntityDefinition
  readonly relations: EntityRelations
}

/**
 * Adds numbers of sequences and copies of parents' attributes to an input. `keeps`: whether an existing item keeps its
 * numbers.
 */
export function* fillInput(
  { entity, relations }: FillScope,
  input: object,
  now: number,
  keeps = false,
): Planning<FilledInput> {
  const copies = relations.parents.some(({ copy }) => copy.size > 0)
  if (entity.sequence.length === 0 && !copies) return { input, related: [] }
  const own = keeps && copies ? yield* ownValues(entity, input as Values, now) : undefined
  const given = Object.entries(input).filter(([, value]) => value !== undefined)
  // An upsert may leave the parent of an item as it is.
  const copied = yield* copiedValues(
    relations,
    own ? { ...own, ...Object.fromEntries(given) } : (input as Values),
  )
  const filled: { [attribute: string]: unknown } = { ...input, ...copied }
  const related: PlannedAction[] = []
  for (const rule of entity.sequence) {
    // A given number is kept: that is how existing items are imported.
    if (!lacks(filled, rule.attribute)) continue
    if (keeps && !entity.key.attributes.includes(rule.attribute)) {
      const key = encodeKey(entity, filled)
      const item = yield* readItem(entity, key)
      const name = storedName(entity.forms, rule.attribute)
      // If someone stores the item in the meantime, it gets a number that has to stay, and this guard fails. It names
      // the attribute as stored, so that it refers to the item before the upsert, whatever that sets.
      related.push({
        action: { kind: 'check', entity, key, condition: undefined },
        guards: [{ steps: [name], expected: getOwn(item, name), asStored: true }],
        explain: () => undefined,
      })
      const own = isGone(entity, item, now) ? undefined : decodeEntity(entity, item)
      setOwn(filled, rule.attribute, getOwn((own ?? {}) as Values, rule.attribute))
      if (!lacks(filled, rule.attribute)) continue
    }
    const target = rule.of?.entity ?? unnamed(entity)
    const key = rule.of === undefined ? encodeMarker(rule.key, filled) : encodeReference(rule.of, filled)
    const current = key === undefined ? {} : yield* readItem(target, key)
    if (key === undefined || (rule.of !== undefined && isGone(target, current, now))) {
      throw parentMissing(entity, rule.of ?? { name: rule.attribute, entity, by: new Map() })
    }
    const counter = rule.of === undefined ? lastAttribute : rule.counter
    const last = getOwn(current, storedName(target.forms, counter))
    const number = (last !== undefined && 'N' in last ? Number(last.N) : 0) + 1
    setOwn(filled, rule.attribute, number)
    const type =
      rule.of === undefined ? markerItem(entity, `sequence:${entity.name}.${rule.attribute}`, {}) : {}
    const changes = Object.entries({ ...type, [counter]: { N: String(number) } }).map(
      ([name, value]): Change => ({ kind: 'set', steps: [name], value: { kind: 'wire', value } }),
    )
    related.push({
      action: { kind: 'update', entity: target, key, changes, condition: undefined },
      guards: [{ steps: [counter], expected: last }],
      ...(rule.of !== undefined && { present: 'must' as const }),
      explain: () => (rule.of === undefined ? 'again' : parentMissing(entity, rule.of)),
    })
  }
  const names = Object.keys(copied).filter((name) => own?.[name] !== undefined)
  return {
    input: filled,
    related,
    kept: names.filter((name) => sameValue(own?.[name], copied[name])),
    cleared: names.filter((name) => copied[name] === undefined),
  }
}

/** Returns the changes to copies for an item that moves to another parent. */
export function* copiedChanges(
  { entity, relations }: FillScope,
  before: WireItem,
  changes: readonly Change[],
): Planning<readonly Change[]> {
  if (!relations.parents.some(({ copy }) => copy.size > 0)) return []
  const after = decodeEntity(entity, applyChanges(before, changes, entity.forms)) as Values
  const copied = yield* copiedValues(relations, after)
  // Copies that are right already are not written: a change of the parent may update them in the meantime.
  const moved = Object.entries(copied).filter(([name, value]) => !sameValue(after[name], value))
  return moved.map(([name, value]): Change => {
    if (value === undefined) return { kind: 'remove', steps: [name] }
    return { kind: 'set', steps: [name], value: { kind: 'value', value, steps: [name] } }
  })
}

/** Returns the values of the existing item; `undefined` when there is none. */
function* ownValues(entity: EntityDefinition, input: Values, now: number): Planning<Values | undefined> {
  if (entity.key.attributes.some((name) => lacks(input, name))) return undefined
  const item = yield* readItem(entity, encodeKey(entity, input))
  return isGone(entity, item, now) ? undefined : (decodeEntity(entity, item) as Values)
}

/** Returns the copies of parents' attributes, as the parents have them. */
function* copiedValues({ parents }: EntityRelations, values: Values): Planning<Values> {
  const copied: { [attribute: string]: unknown } = {}
  for (const parent of parents) {
    const key = parent.copy.size === 0 ? undefined : encodeReference(parent, values)
    const item: WireItem = key === undefined ? {} : yield* readItem(parent.entity, key)
    const found = decodeEntity(parent.entity, item, false) as Values
    for (const [own, name] of parent.copy) setOwn(copied, own, getOwn(found, name))
  }
  return copied
}
