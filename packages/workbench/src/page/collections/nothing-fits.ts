import type { TableModel } from '../../shared/api.ts'
import { parsePartition } from '../keys/partition-filter.ts'
import { hasBeginning, keyModelOf } from './read-request.ts'

/**
 * Names the whole condition that matched nothing; otherwise users search for the mistake in the wrong half of the key.
 */
export function nothingFits(model: TableModel, params: { readonly [name: string]: string }): string {
  const { pk = '', sk = '', entity = 'item', index } = params
  const key = keyModelOf(model, index)
  const { text, isPrefix } = parsePartition(pk, key)
  const isWhole = pk !== '' && !isPrefix
  const terms = [
    pk === '' ? '' : isWhole ? `with ${text}` : `with a key that begins with ${text}`,
    // Without its partition, the sort key is not used in the request.
    !isWhole || sk === '' || key.sk[0] === undefined
      ? ''
      : `whose ${key.sk[0].name} ${hasBeginning(key.sk[0]) ? 'begins with' : 'is'} ${sk}`,
  ]
  const words = ['No', entity, ...terms, 'is in', index ?? model.table]
  return `${words.filter((word) => word !== '').join(' ')}.`
}

/**
 * Returns the filter for all keys that begin with the one that matched nothing, if there can be any: users often type
 * only the beginning of a key.
 */
export function widerFilter(
  model: TableModel,
  { pk = '', index }: { readonly [name: string]: string },
): string | undefined {
  const key = keyModelOf(model, index)
  const { text, isPrefix } = parsePartition(pk, key)
  // A star after a backslash would stand for itself.
  const isSearchable = key.pk.length === 1 && key.pk[0]?.type === 'S' && !text.endsWith('\\')
  return pk === '' || isPrefix || !isSearchable ? undefined : `${text}*`
}
