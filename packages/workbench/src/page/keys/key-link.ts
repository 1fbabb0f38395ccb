import { type AttributeMap, getOwn } from '@monotable/protocol'
import type { EntityModel, KeyModel, TableModel, TemplatePart } from '../../shared/api.ts'
import { keySegments } from './key-segments.ts'
import { keyValueText } from './key-value.ts'

/** A collection: a partition of the table (no index) or of an index. */
export interface CollectionLink {
  readonly index?: string | undefined
  readonly pk: string
}

interface Clicked {
  readonly item: AttributeMap
  readonly entity: string | undefined
  readonly attribute: string
  /** The value that was clicked; if absent, the whole key. */
  readonly slot?: string | undefined
}

/**
 * Finds the collection that a key, or a value in it, links to: the one whose partition key it is; else the one of the
 * item's own index key that contains the value; else the one that another entity's template makes from it.
 */
export function findKeyLink(model: TableModel, clicked: Clicked): CollectionLink | undefined {
  const own = collectionsOf(model).find(({ attribute }) => attribute === clicked.attribute)
  if (own !== undefined) {
    const pk = keyValueText(getOwn(clicked.item, clicked.attribute))
    if (pk !== undefined) return { index: own.index, pk }
  }
  if (clicked.slot === undefined) return undefined
  return ownKeyWith(model, clicked, clicked.slot) ?? otherKeyWith(model, clicked, clicked.slot)
}

interface Collections {
  readonly index: string | undefined
  readonly attribute: string
}

/**
 * Returns the table and its indexes with their partition key attributes; those with several attributes are left out.
 */
function collectionsOf(model: TableModel): Collections[] {
  const all: (readonly [string | undefined, KeyModel])[] = [
    [undefined, model.key],
    ...model.indexes.map((index) => [index.name, index] as const),
  ]
  return all.flatMap(([index, { pk }]) =>
    pk.length === 1 && pk[0] !== undefined ? [{ index, attribute: pk[0].name }] : [],
  )
}

function ownKeyWith(model: TableModel, { item, entity }: Clicked, slot: string): CollectionLink | undefined {
  for (const { index, attribute } of collectionsOf(model)) {
    const text = keyValueText(getOwn(item, attribute))
    if (text === undefined) continue
    const segments = keySegments(model, { entity, attribute, text })
    const values = segments.filter((segment) => segment.slot !== undefined)
    // The last value identifies a collection: CUSTOMER#a#ORDERS#7 belongs to the order, not to the customer.
    if (values.at(-1)?.slot === slot) return { index, pk: text }
  }
  return undefined
}

function otherKeyWith(model: TableModel, clicked: Clicked, slot: string): CollectionLink | undefined {
  const values = slotValues(model, clicked)
  for (const { index, attribute } of collectionsOf(model)) {
    for (const entity of model.entities) {
      const parts = getOwn(entity.templates, attribute)
      if (parts === undefined || lastSlot(parts) !== slot) continue
      const pk = renderTemplate(parts, values)
      if (pk !== undefined) return { index, pk }
    }
  }
  return undefined
}

/** Returns the values that can be read from all keys of an item. */
function slotValues(model: TableModel, { item, entity }: Clicked): ReadonlyMap<string, string> {
  const values = new Map<string, string>()
  const described: EntityModel | undefined = model.entities.find(({ name }) => name === entity)
  for (const attribute of Object.keys(described?.templates ?? {})) {
    const text = keyValueText(getOwn(item, attribute))
    if (text === undefined) continue
    for (const segment of keySegments(model, { entity, attribute, text })) {
      if (segment.slot !== undefined) values.set(segment.slot, segment.text)
    }
  }
  return values
}

function lastSlot(parts: readonly TemplatePart[]): string | undefined {
  const last = parts.findLast((part) => 'slot' in part)
  return last !== undefined && 'slot' in last ? last.slot : undefined
}

function renderTemplate(
  parts: readonly TemplatePart[],
  values: ReadonlyMap<string, string>,
): string | undefined {
  let text = ''
  for (const part of parts) {
    const piece = 'text' in part ? part.text : values.get(part.slot)
    if (piece === undefined) return undefined
    text += piece
  }
  return text
}
