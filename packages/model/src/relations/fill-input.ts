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

/** An input with what the model adds to it, and what has to be done for that. */
export interface FilledInput {
  readonly input: object
  readonly related: readonly PlannedAction[]
  /** Copies that an item has already: whoever changes the parent meanwhile may change them, too. */
  readonly kept?: readonly string[]
  /** Copies that an item has and its parent has not. */
  readonly cleared?: readonly string[]
}

interface FillScope {
  readonly entity: EntityDefinition
  readonly relations: EntityRelations
}

/**
 * Gives an input its numbers, and the attributes that are copies of a parent's. `keeps`: whether an item that is there
 * keeps the numbers that it has.
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
  // An upsert may leave an item the parent that it has.
  const copied = yield* copiedValues(
    relations,
    own ? { ...own, ...Object.fromEntries(given) } : (input as Values),
  )
  const filled: { [attribute: string]: unknown } = { ...input, ...copied }
  const related: PlannedAction[] = []
  for (const rule of entity.sequence) {
    // A number that is given stays what it is: so are existing items brought in.
    if (!lacks(filled, rule.attribute)) continue
    if (keeps && !entity.key.attributes.includes(rule.attribute)) {
      const key = encodeKey(entity, filled)
      const item = yield* readItem(entity, key)
      const name = storedName(entity.forms, rule.attribute)
      // Whoever stores the item meanwhile is told its number, which is then to stay. By its stored name it is what was
      // there before, whatever the upsert sets.
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

/** What an item that changes over to another parent gets from it. */
export function* copiedChanges(
  { entity, relations }: FillScope,
  before: WireItem,
  changes: readonly Change[],
): Planning<readonly Change[]> {
  if (!relations.parents.some(({ copy }) => copy.size > 0)) return []
  const after = decodeEntity(entity, applyChanges(before, changes, entity.forms)) as Values
  const copied = yield* copiedValues(relations, after)
  // What it has already is not written: whoever changes the parent meanwhile may change it.
  const moved = Object.entries(copied).filter(([name, value]) => !sameValue(after[name], value))
  return moved.map(([name, value]): Change => {
    if (value === undefined) return { kind: 'remove', steps: [name] }
    return { kind: 'set', steps: [name], value: { kind: 'value', value, steps: [name] } }
  })
}

/** What an item has that is there already; nothing where there is none. */
function* ownValues(entity: EntityDefinition, input: Values, now: number): Planning<Values | undefined> {
  if (entity.key.attributes.some((name) => lacks(input, name))) return undefined
  const item = yield* readItem(entity, encodeKey(entity, input))
  return isGone(entity, item, now) ? undefined : (decodeEntity(entity, item) as Values)
}

/** The attributes that are copies of a parent's, as the parent has them. */
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
