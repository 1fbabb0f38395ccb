import type { EntityModel, TableModel } from '../api.ts'
import { readKeyValue, type SlotText } from './read-template.ts'

/** A stored item or key, in wire form. */
export type WireItem = { readonly [attribute: string]: { readonly [type: string]: unknown } }

/** An entity whose templates made a key, and the contents of their slots. */
export interface RecognisedKey {
  readonly entity: EntityModel
  readonly slots: readonly SlotText[]
}

/**
 * Finds the entity that a key belongs to, by the templates of `attributes`; the entity with the most fixed text wins.
 */
export function recogniseKey(
  model: TableModel,
  key: WireItem,
  attributes: readonly string[],
): RecognisedKey | undefined {
  const found = model.entities.flatMap((entity) => {
    const slots = readKey(entity, key, attributes)
    return slots === undefined ? [] : [{ entity, slots, fixed: fixedLength(entity, attributes) }]
  })
  return found.sort((one, other) => other.fixed - one.fixed)[0]
}

/** Finds the entity of an item: by its type attribute if there is one, else by its key. */
export function recogniseItem(model: TableModel, item: WireItem): EntityModel | undefined {
  const type = model.typeAttribute === undefined ? undefined : textOf(item, model.typeAttribute)
  const named = model.entities.find((entity) => entity.name === type)
  return named ?? recogniseKey(model, item, primaryKey(model))?.entity
}

export function primaryKey(model: TableModel): string[] {
  return [...model.key.pk, ...model.key.sk].map(({ name }) => name)
}

/** Returns the text of a string or number attribute. */
export function textOf(item: WireItem, attribute: string): string | undefined {
  if (!Object.hasOwn(item, attribute)) return undefined
  const value = item[attribute]
  const text = value?.['S'] ?? value?.['N']
  return typeof text === 'string' ? text : undefined
}

function readKey(entity: EntityModel, key: WireItem, attributes: readonly string[]): SlotText[] | undefined {
  const slots = new Map<string, SlotText>()
  for (const attribute of attributes) {
    const template = Object.hasOwn(entity.templates, attribute) ? entity.templates[attribute] : undefined
    const value = Object.hasOwn(key, attribute) ? key[attribute] : undefined
    const read = value && readKeyValue(template, attribute, value)
    if (read === undefined) return undefined
    for (const slot of read) {
      if ((slots.get(slot.slot)?.text ?? slot.text) !== slot.text) return undefined
      slots.set(slot.slot, slot)
    }
  }
  return [...slots.values()]
}

function fixedLength(entity: EntityModel, attributes: readonly string[]): number {
  return attributes
    .flatMap((attribute) =>
      Object.hasOwn(entity.templates, attribute) ? (entity.templates[attribute] ?? []) : [],
    )
    .reduce((length, part) => length + ('text' in part ? part.text.length : 0), 0)
}
