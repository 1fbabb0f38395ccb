import { encodeKey } from '../entities/encode-key.ts'
import type { EntityTypes, KeyValues } from '../entities/entity-types.ts'
import type { Entity, StoredOf } from '../entity.ts'
import type { Values } from '../keys/compile-template.ts'
import type { WireItem } from '../port/wire.ts'
import { decodeEntity } from '../reads/decode-entity.ts'
import { recognizeItem } from '../reads/recognize-item.ts'
import { systemClock } from '../util/clock.ts'
import { planCreate } from '../writes/plan-put.ts'

/**
 * Returns the stored key of an item, for a request that you send yourself.
 *
 * @example
 * import { shape, table } from '@monotable/model'
 * const notes = table('Notes', { key: { pk: 'PK' } })
 * const Note = notes.entity('Note', { schema: shape<{ id: string; text: string }>(), key: { pk: 'NOTE#{id}' } })
 * storedKey(Note, { id: '1' })
 * // { PK: { S: 'NOTE#1' } }
 */
export function storedKey<Types extends EntityTypes>(
  { definition }: Entity<Types>,
  key: KeyValues<Types['item'], Types['key']>,
): WireItem {
  return encodeKey(definition, key as Values)
}

/**
 * Returns a new item in its stored form, derived attributes included, for a request that you send yourself. Relations
 * are not maintained.
 *
 * @example
 * import { shape, table } from '@monotable/model'
 * const notes = table('Notes', { key: { pk: 'PK' } })
 * const Note = notes.entity('Note', { schema: shape<{ id: string; text: string }>(), key: { pk: 'NOTE#{id}' } })
 * storedItem(Note, { id: '1', text: 'one' })
 * // { id: { S: '1' }, text: { S: 'one' }, _type: { S: 'Note' }, PK: { S: 'NOTE#1' } }
 */
export function storedItem<Types extends EntityTypes>(
  { definition }: Entity<Types>,
  input: Types['input'],
  { clock = systemClock } = {},
): WireItem {
  const action = planCreate(definition, input as object, clock.now())
  return action.kind === 'put' ? action.item : {}
}

/**
 * Decodes a stored item that you got in another way: from a request of your own, an export, or a queue. Returns
 * `undefined` for no item, and for an item of another entity.
 *
 * @example
 * import { shape, table } from '@monotable/model'
 * const notes = table('Notes', { key: { pk: 'PK' } })
 * const Note = notes.entity('Note', { schema: shape<{ id: string; text: string }>(), key: { pk: 'NOTE#{id}' } })
 * readStored(Note, { PK: { S: 'NOTE#1' }, _type: { S: 'Note' }, id: { S: '1' }, text: { S: 'one' } })
 * // { id: '1', text: 'one' }
 */
export function readStored<Types extends EntityTypes>(
  { definition }: Entity<Types>,
  item: object | undefined,
): StoredOf<Entity<Types>> | undefined {
  const stored = item as WireItem | undefined
  if (stored === undefined || !recognizeItem(definition, stored)) return undefined
  return decodeEntity(definition, stored) as StoredOf<Entity<Types>>
}
