import { decodeValue } from '../codec/decode-value.ts'
import { encodeItem } from '../codec/encode-value.ts'
import { type FormNode, formAt } from '../codec/stored-form.ts'
import type { Derivation, EntityDefinition } from '../entities/entity-definition.ts'
import { type Change, setWire } from '../expressions/change.ts'
import type { Steps } from '../expressions/path.ts'
import type { Values } from '../keys/compile-template.ts'
import { ModelError } from '../model-error.ts'
import type { WireItem } from '../port/wire.ts'
import { pick, setOwn } from '../util/own-property.ts'
import { applyChange, unknownValue } from './apply-change.ts'
import { type DerivedAttribute, derivationsOf, deriveAttributes } from './derive-attributes.ts'
import { type Guard, guardOf, wireAt } from './make-parents.ts'

/** What is known when an update is planned. */
export interface Knowledge {
  readonly entity: EntityDefinition
  readonly changes: readonly Change[]
  /**
   * Values that are certain: those of the primary key and those that the caller gives, which become a condition unless
   * the key implies them.
   */
  readonly certain: Values
  /** The item as it was read: empty when there is none, `undefined` when it was not read. */
  readonly current: WireItem | undefined
}

/** What has to change along with the attributes that an update changes. */
export type DerivedChanges =
  | { readonly kind: 'known'; readonly changes: readonly Change[]; readonly guards: readonly Guard[] }
  /** The item has to be read first. */
  | { readonly kind: 'read' }

/** Returns the changes to derived attributes that an update has to make. */
export function deriveChanges(knowledge: Knowledge): DerivedChanges {
  const { entity, changes, current } = knowledge
  const touched = new Set(changes.map(({ steps }) => steps[0]))
  const derived: DerivedAttribute[] = []
  const guarded = new Set<string>()
  for (const one of derivationsOf(entity)) {
    // A key that depends on no attribute, as does the item's own, is written with any change.
    const [first] = one.dependencies
    if (!one.derived[0] || (first && !one.dependencies.some((name) => touched.has(name)))) continue
    // Keys that are preserved or dropped must not depend on whether the item was read for another index.
    const isFixed = one.policy === 'preserve' || one.policy === 'drop'
    const known = isFixed ? { ...knowledge, current: undefined } : knowledge
    const { values, missing, reliedOn } = valuesAfter(known, one.dependencies)
    if (missing.length === 0) {
      derived.push(...deriveAttributes(one, values))
      for (const name of reliedOn) guarded.add(name)
    } else if (one.policy === 'drop') {
      derived.push(...one.derived.map(({ attribute }) => ({ attribute: attribute.name, value: undefined })))
    } else if (one.policy === 'read' && current === undefined) {
      return { kind: 'read' }
    } else if (one.policy !== 'preserve') throw unknownParts(entity, one, missing)
  }
  const guards = guardsOf(knowledge, [...guarded])
  return { kind: 'known', changes: uniqueChanges(derived, touched), guards }
}

/**
 * Guards that some attributes are as in the item that was read; or, when none was, that values given along with the key
 * are right.
 */
export function guardsOf({ entity, certain, current }: Knowledge, names: readonly string[]): Guard[] {
  // Mostly there are none: to encode nothing took a tenth of the time of an update.
  if (names.length === 0) return []
  const { forms } = entity
  const item = current ?? encodeItem(pick(certain, names), forms)
  return names.map((name) => guardOf(name, item, forms))
}

/** Returns the values of some attributes after an update. */
export function valuesAfter({ entity, changes, certain, current }: Knowledge, names: readonly string[]) {
  const values: { [attribute: string]: unknown } = {}
  const missing: string[] = []
  /** Values that come from the item, or that the key does not imply: the update is conditional on them. */
  const reliedOn: string[] = []
  const valueAt = (steps: Steps) => {
    if (current === undefined) return unknownValue
    reliedOn.push(steps[0])
    const value = wireAt(current, steps, entity.forms)
    return value && decodeValue(value, steps.reduce<FormNode>(formAt, entity.forms), steps.join('.'))
  }
  for (const name of names) {
    const change = changes.find(({ steps }) => steps[0] === name)
    const isCertain = change === undefined && Object.hasOwn(certain, name)
    if (isCertain && entity.key.vague.includes(name)) reliedOn.push(name)
    const after = isCertain ? certain[name] : change ? applyChange(change, valueAt) : valueAt([name])
    if (after === unknownValue) missing.push(name)
    else setOwn(values, name, after)
  }
  return { values, missing, reliedOn }
}

/**
 * Indexes may share an attribute: it is written once, and exists if any of them needs it, unless the update itself
 * writes it.
 */
function uniqueChanges(derived: readonly DerivedAttribute[], touched: ReadonlySet<string>): Change[] {
  const byName = new Map<string, DerivedAttribute>()
  for (const one of derived) {
    if (touched.has(one.attribute)) continue
    if (one.value !== undefined || !byName.has(one.attribute)) byName.set(one.attribute, one)
  }
  return [...byName.values()].map(({ attribute, value }): Change => {
    if (value === undefined) return { kind: 'remove', steps: [attribute] }
    return setWire(attribute, value)
  })
}

function unknownParts(
  { name: entity }: EntityDefinition,
  { definition }: Derivation,
  missing: readonly string[],
) {
  const list = missing.map((name) => `"${name}"`).join(', ')
  const index = definition.name
  const message = `${entity}: the key of ${index} changes, but ${list} is not known; set it too, or pass it in "given"`
  return new ModelError('UNKNOWN_PARTS', message, { entity, index, missing })
}
