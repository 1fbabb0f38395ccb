import { decodeValue } from '../codec/decode-value.ts'
import { type FormNode, formAt } from '../codec/stored-form.ts'
import type { Derivation, EntityDefinition } from '../entities/entity-definition.ts'
import { type Change, setWire } from '../expressions/change.ts'
import type { Steps } from '../expressions/path.ts'
import type { Values } from '../keys/compile-template.ts'
import { ModelError } from '../model-error.ts'
import type { WireItem } from '../port/wire.ts'
import { getOwn, setOwn } from '../util/own-property.ts'
import { applyChange, unknownValue } from './apply-change.ts'
import { type DerivedAttribute, derivationsOf, deriveAttributes } from './derive-attributes.ts'
import { type Guard, guardOf, wireAt } from './make-parents.ts'

/** What is known when an update is planned. */
export interface Knowledge {
  readonly entity: EntityDefinition
  readonly changes: readonly Change[]
  /** Values that are certain: those of the primary key, and those that the caller gives. */
  readonly certain: Values
  /** The item as it was read, an empty one where there is none; nothing when it was not read. */
  readonly current: WireItem | undefined
}

/** What has to change along with the attributes that an update changes. */
export type DerivedChanges =
  | { readonly kind: 'known'; readonly changes: readonly Change[]; readonly guards: readonly Guard[] }
  /** The item has to be read first. */
  | { readonly kind: 'read' }

/** Works out the derived attributes that an update has to write. */
export function deriveChanges(knowledge: Knowledge): DerivedChanges {
  const { entity, changes, current } = knowledge
  const touched = new Set(changes.map(({ steps }) => steps[0]))
  const derived: DerivedAttribute[] = []
  const reliedOn = new Set<string>()
  for (const one of derivationsOf(entity)) {
    // What depends on nothing, since the item's own key is made of nothing either, comes with any change.
    const [first] = one.dependencies
    if (!one.derived[0] || (first && !one.dependencies.some((name) => touched.has(name)))) continue
    // What is preserved or dropped does not depend on whether the item was read for the sake of another index.
    const isFixed = one.policy === 'preserve' || one.policy === 'drop'
    const known = isFixed ? { ...knowledge, current: undefined } : knowledge
    const { values, missing, fromItem } = valuesAfter(known, one.dependencies)
    if (missing.length === 0) {
      derived.push(...deriveAttributes(one, values))
      for (const name of fromItem) reliedOn.add(name)
    } else if (one.policy === 'drop') {
      derived.push(...one.derived.map(({ attribute }) => ({ attribute: attribute.name, value: undefined })))
    } else if (one.policy === 'read' && current === undefined) {
      return { kind: 'read' }
    } else if (one.policy !== 'preserve') throw unknownParts(entity, one, missing)
  }
  const guards = [...reliedOn].map((name) => guardOf(name, current ?? {}, entity.forms))
  return { kind: 'known', changes: uniqueChanges(derived, touched), guards }
}

/** The values of some attributes after an update. */
export function valuesAfter(knowledge: Knowledge, names: readonly string[]) {
  const values: { [attribute: string]: unknown } = {}
  const missing: string[] = []
  const fromItem: string[] = []
  const valueAt = (steps: Steps) => {
    if (knowledge.current !== undefined) fromItem.push(steps[0])
    return currentValue(knowledge, steps)
  }
  for (const name of names) {
    const change = knowledge.changes.find(({ steps }) => steps[0] === name)
    const isCertain = change === undefined && Object.hasOwn(knowledge.certain, name)
    const after = isCertain
      ? getOwn(knowledge.certain, name)
      : change === undefined
        ? valueAt([name])
        : applyChange(change, valueAt)
    if (after === unknownValue) missing.push(name)
    else setOwn(values, name, after)
  }
  return { values, missing, fromItem }
}

function currentValue({ current, entity }: Knowledge, steps: Steps): unknown {
  if (current === undefined) return unknownValue
  const value = wireAt(current, steps, entity.forms)
  return value && decodeValue(value, steps.reduce<FormNode>(formAt, entity.forms), steps.join('.'))
}

/** Indexes may share an attribute; it is written once, and is there when any of them needs it, unless it is touched. */
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
  const message = `${entity}: the key of ${index} changes, and ${list} is not known; set it too, or pass it in "given"`
  return new ModelError('UNKNOWN_PARTS', message, { entity, index, missing })
}
