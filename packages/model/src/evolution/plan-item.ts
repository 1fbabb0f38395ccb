import { decodeItem } from '../codec/decode-value.ts'
import { encodeItem } from '../codec/encode-value.ts'
import { storedName } from '../codec/stored-form.ts'
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

/** What DynamoDB takes of a condition: its bytes, and its operators, of which each attribute needs two. */
const expressionBytes = 4_096
const comparedAttributes = 150

/** What a migration does with one stored item. */
export type ItemPlan =
  | { readonly kind: 'same' }
  | {
      readonly kind: 'rewrite' | 'move'
      readonly before: WireItem
      readonly after: WireItem
      /** All of them are done, or none. */
      readonly actions: readonly WriteAction[]
    }
  | { readonly kind: 'problem'; readonly key: WireItem; readonly message: string }

/**
 * Works out what an item should be: of the version that is asked for, with the keys and attributes that the model
 * derives from its values today. What is written is written on condition that the item is still as it was read.
 */
export function planItem(entity: EntityDefinition, stored: WireItem, version: number): ItemPlan {
  try {
    const after = itemAt(entity, stored, version)
    const changes = changesTo(stored, after.item)
    if (changes.length === 0) return { kind: 'same' }
    const key = keyOfItem(entity.table, stored)
    const isMoved = keyId(entity.table, key) !== keyId(entity.table, after.key)
    const sources = sourcesOf(entity)
    // No condition sees an attribute that somebody adds meanwhile, unless it is asked for by its name.
    const condition = [[...sources, ...knownNames(entity)], sources]
      .map((others) => unchanged(stored, after.item, others))
      .find((one) => fits(entity, one, isMoved ? [] : changes))
    if (condition === undefined) return { kind: 'problem', key, message: tooManyAttributes }
    const markers = planMarkers(entity, { key, values: after.from }, after)
    if (!isMoved) {
      // What nobody asked for may have come, too: what is not to change is left alone.
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

function itemAt(entity: EntityDefinition, stored: WireItem, version: number) {
  const decoded = decodeItem(stored, entity.view, false)
  const current = entity.evolution?.current ?? 1
  const values = (entity.evolution?.bring(entity, decoded, stored, version) ?? decoded) as Values
  const built = assembleItem(entity, values)
  const item: { [attribute: string]: WireValue } = { ...built.item }
  if (version === versionIn(stored)) keepSealed(entity, { item, stored, decoded: decoded as Values, values })
  if (version === 1) delete item[revisionAttribute]
  else setOwn(item, revisionAttribute, { N: String(version) })
  // By it a stream sees what is derived from the item built anew.
  keepStored(item, stored, rebuildAttribute)
  // Of an older shape the keys of today's indexes may not be makeable: what an older program derived stays.
  if (version < current) for (const name of entity.hidden) keepStored(item, stored, name)
  const key = version < current ? keyOfItem(entity.table, stored) : built.key
  // What is computed is in what was built; markers are made of it.
  return { item, key, values: built.values, from: decoded as Values }
}

/** The version that an item has. */
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
 * Leaves what is stored where a form of the program's own makes something else of the same value each time: an item that
 * is as it should be would else be written again by every migration.
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

/** The attributes that others of the item are made of, as they are called in the table. */
function sourcesOf({ indexes, computed, unique, forms }: EntityDefinition): string[] {
  const rules = Object.values(computed?.rules ?? {})
  const names = [
    ...[...indexes.values()].flatMap(({ dependencies }) => dependencies),
    ...rules.flatMap(({ from, also = [] }) => [...from, ...also]),
    ...unique.flatMap(({ attributes }) => attributes),
  ]
  return names.map((name) => storedName(forms, name))
}

/** That an item is as it was read, and has none of the attributes that it would get, nor of some others. */
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
  'it has more attributes than a condition can compare, so that what others change meanwhile would be lost'

function fits(
  { forms }: EntityDefinition,
  condition: Condition & { readonly kind: 'and' },
  changes: readonly Change[],
): boolean {
  if (condition.conditions.length > comparedAttributes) return false
  const placeholders = new Placeholders(forms)
  // What is changed takes the first names and numbers.
  renderUpdate(changes, placeholders)
  return renderCondition(condition, placeholders).length <= expressionBytes
}
