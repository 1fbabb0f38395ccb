import type { AttributeMap } from '@monotable/protocol'
import type { TableModel } from '../../shared/api.ts'
import { keyValueOf } from '../keys/key-value.ts'
import { navigate } from '../navigation.ts'

/** Replaces the key in the URL for an item that does not exist yet. */
export const NEW_ITEM = '{"":{"NULL":true}}'

/** Returns the draft of a new item: its key, with the current partition. */
export function newItemDraft(model: TableModel, partition: string): AttributeMap {
  const attributes = [...model.key.pk, ...model.key.sk]
  return Object.fromEntries(
    attributes.map((attribute, place) => [
      attribute.name,
      keyValueOf(place === 0 ? partition : attribute.type === 'N' ? '0' : '', attribute),
    ]),
  )
}

/** Opens the side panel for a new item, in the current partition if there is one. */
export function openNewItem(partition: string): void {
  navigate({ params: { item: NEW_ITEM, from: partition || undefined } })
}
