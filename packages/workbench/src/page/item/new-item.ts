import type { AttributeMap } from '@monotable/protocol'
import type { TableModel } from '../../shared/api.ts'
import { keyValueOf } from '../keys/key-value.ts'
import { navigate } from '../navigation.ts'

/** In the URL in place of a key: an item that is not there yet. */
export const NEW_ITEM = '{"":{"NULL":true}}'

/** What a new item begins with: its key, with the partition at hand. */
export function newItemDraft(model: TableModel, partition: string): AttributeMap {
  const attributes = [...model.key.pk, ...model.key.sk]
  return Object.fromEntries(
    attributes.map((attribute, place) => [
      attribute.name,
      keyValueOf(place === 0 ? partition : attribute.type === 'N' ? '0' : '', attribute),
    ]),
  )
}

/** Opens the side panel for a new item, in a partition of the table where one is at hand. */
export function openNewItem(partition: string): void {
  navigate({ params: { item: NEW_ITEM, from: partition || undefined } })
}
