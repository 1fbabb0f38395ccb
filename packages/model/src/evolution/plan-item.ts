import { decodeItem } from '../codec/decode-value.ts'
import { encodeItem } from '../codec/encode-value.ts'
import { storedName } from '../codec/stored-form.ts'
import { validateValue } from '../codec/validate-value.ts'
import type { EntityDefinition } from '../entities/entity-definition.ts'
import { revisionAttribute } from '../entities/evolution.ts'
import { keyId } from '../entities/key-id.ts'
import { keyOfItem } from '../entities/key-of-item.ts'
import { rebuildAttribute } from '../entities/rebuild-attribute.ts'
import type { Change } from '../expressions/change.ts'
import { type Condition, isAt } from '../expressions/condition.ts'
import { Placeholders } from '../expressions/placeholders.ts'
import { renderCondition } from '../expressions/render-condition.ts'
import { renderUpdate } from '../expressions/render-update.ts'
import type { Values } from '../keys/compile-template.ts'
import type { WireItem, WireValue } from '../port/wire.ts'
import { getOwn, setOwn } from '../util/own-property.ts'
import { assembleItem } from '../writes/build-item.ts'
import { sameStored } from '../writes/stored-id.ts'
import type { WriteAction } from '../writes/write-action.ts'
import { changesTo } from './changes-to.ts'
import { knownNames } from './known-names.ts'
import { planMarkers } from './plan-markers.ts'

/** DynamoDB's limits of a condition: its bytes, and its operators, of which each attribute needs two. */
const expressionBytes = 4_096
const comparedAttributes = 150

/** What a migration does with one stored item. */
export type ItemPlan =
  | { readonly kind: 'same' }
  | {
      readonly kind: 'rewrite' | 'move'
      readonly before: WireItem
      readonly after: WireItem
      /** All of them are carried out, or none. */
      readonly actions: readonly WriteAction[]
    }
  | { readonly kind: 'problem'; readonly key: WireItem; readonly message: string }

/**
 * Plans what an item should be: in the given version, with the keys and attributes that the model derives from its
 * values today. Writes are conditional on the item still being as it was read. `unchecked`: whether the schema is not
 * asked about what steps return.
 */
export function planItem(
  entity: EntityDefinition,
  stored: WireItem,
  version: number,
  unchecked = false,
): ItemPlan {
  try {
    const after = itemAt(entity, stored, version, unchecked)
    const changes = changesTo(stored, after.item)
    if (changes.length === 0) return { kind: 'same' }
    const key = keyOfItem(entity.table, stored)
    const isMoved = keyId(entity.table, key) !== keyId(entity.table, after.key)
    const sources = sourcesOf(entity)
    // A condition notices an attribute that others add in the meantime only if it names it.
    const condition = [[...sources, ...knownNames(entity)], sources]
      .map((others) => unchanged(stored, after.item, others))
      .find((one) => fits(entity, one, isMoved ? [] : changes))
    if (condition === undefined) return { kind: 'problem', key, message: tooManyAttributes }
    const markers = planMarkers(entity, { key, values: after.from }, after)
    if (!isMoved) {
      // Attributes that the condition does not name may have been added as well, so only the changes are written.
      const update: WriteAction = { kind: 'update', entity, key, changes, condition }
      return { kind: 'rewrite', before: stored, after: after.item, actions: [update, ...markers] }
    }
    const [first] = Object.keys(after.key) as [string]
    const free: Condition = { kind: 'missing', steps: [first] }
    return {
      kind: 'move',
      before: stored,
      after: after.item,
      actions: [
        { kind: 'put', entity, key: after.key, item: after.item, condition: free },
        { kind: 'delete', entity, key, condition },
        ...markers,
      ],
    }
  } catch (error) {
    return { kind: 'problem', key: keyOfItem(entity.table, stored), message: (error as Error).message }
  }
}

function itemAt(entity: EntityDefinition, stored: WireItem, version: number, unchecked: boolean) {
  const decoded = decodeItem(stored, entity.view, false)
  const current = entity.evolution?.current ?? 1
  const values = (entity.evolution?.bring(entity, decoded, stored, version) ?? decoded) as Values
  const built = assembleItem(entity, values)
  // Items of today's version were checked when they were written; those of older ones are what steps make of them.
  if (!unchecked && version === current && versionIn(stored) < version) requireValid(entity, built.values)
  const item: { [attribute: string]: WireValue } = { ...built.item }
  if (version === versionIn(stored)) keepSealed(entity, { item, stored, decoded: decoded as Values, values })
  // A program that knows versions says the first one as well; items from before it need not.
  const isSaid =
    version > 1 || (entity.evolution && getOwn(stored, revisionAttribute) && versionIn(stored) === 1)
  if (isSaid) setOwn(item, revisionAttribute, { N: String(version) })
  else delete item[revisionAttribute]
  // The attribute by which a stream knows that what is derived from the item is being rebuilt.
  keepStored(item, stored, rebuildAttribute)
  // An older shape may lack what today's index keys are made of, so what an older program derived is kept.
  if (version < current) for (const name of entity.hidden) keepStored(item, stored, name)
  const key = version < current ? keyOfItem(entity.table, stored) : built.key
  // Includes computed attributes, which markers may be made of.
  return { item, key, values: built.values, from: decoded as Values }
}

/** Refuses what the schema refuses of an item, apart from what the model keeps in it. */
function requireValid({ name, schema, managed, spread }: EntityDefinition, values: Values): void {
  const kept = spread?.drawn === true ? [...managed, spread.slot] : managed
  const own = Object.entries(values).filter(([attribute]) => !kept.includes(attribute))
  validateValue(schema, Object.fromEntries(own), name)
}

/** Returns the version of a stored item. */
function versionIn(stored: WireItem): number {
  const revision = getOwn(stored, revisionAttribute)
  return revision !== undefined && 'N' in revision ? Number(revision.N) : 1
}

interface Assembled {
  readonly item: { [attribute: string]: WireValue }
  readonly stored: WireItem
  readonly decoded: Values
  readonly values: Values
}

/**
 * Keeps the stored value where a form of the program's own is not deterministic: otherwise every migration would
 * rewrite an item that is already right.
 */
function keepSealed({ forms }: EntityDefinition, { item, stored, decoded, values }: Assembled): void {
  if (forms.refuse === undefined) return
  for (const name of forms.members.keys()) {
    const value = getOwn(values, name)
    const own = storedName(forms, name)
    if (!Object.is(value, getOwn(decoded, name)) || !Object.hasOwn(item, own)) continue
    const again = encodeItem({ [name]: value }, forms)[own] as WireValue
    if (!sameStored(again, item[own] as WireValue)) keepStored(item, stored, own)
  }
}

function keepStored(item: { [attribute: string]: WireValue }, stored: WireItem, name: string): void {
  const value = getOwn(stored, name)
  if (name === revisionAttribute) return
  if (value === undefined) delete item[name]
  else setOwn(item, name, value)
}

/** Returns the attributes from which others of the item are derived, by their names in the table. */
function sourcesOf({ indexes, computed, unique, forms }: EntityDefinition): string[] {
  const rules = Object.values(computed?.rules ?? {})
  const names = [
    ...[...indexes.values()].flatMap(({ dependencies }) => dependencies),
    ...rules.flatMap(({ from, also = [] }) => [...from, ...also]),
    ...unique.flatMap(({ attributes }) => attributes),
  ]
  return names.map((name) => storedName(forms, name))
}

/**
 * Returns the condition that an item is as it was read, and has none of the attributes to be added, nor some others.
 */
function unchanged(
  before: WireItem,
  after: WireItem,
  others: readonly string[],
): Condition & { readonly kind: 'and' } {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after), ...others])]
  const conditions = names.map((name) => {
    const value = getOwn(before, name)
    return isAt([name], value && { kind: 'wire', value }, true)
  })
  return { kind: 'and', conditions }
}

const tooManyAttributes =
  'it has more attributes than a condition can compare, so changes that others make meanwhile would be lost'

function fits(
  { forms }: EntityDefinition,
  condition: Condition & { readonly kind: 'and' },
  changes: readonly Change[],
): boolean {
  if (condition.conditions.length > comparedAttributes) return false
  const placeholders = new Placeholders(forms)
  // The changes come first, and take the first names and numbers.
  renderUpdate(changes, placeholders)
  return renderCondition(condition, placeholders).length <= expressionBytes
}
