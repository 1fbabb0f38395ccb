import type { AttributeMap } from '@monotable/protocol'
import type { TableModel } from '../../shared/api.ts'
import { hrefTo } from '../navigation.ts'
import { slotStyle } from './colours.ts'
import { findKeyLink } from './key-link.ts'
import { keySegments, shortenSegments } from './key-segments.ts'
import { formatPartition } from './partition-filter.ts'
import { plainSight } from './plain-sight.ts'

interface KeyTextProps {
  readonly model: TableModel
  readonly entity: string | undefined
  readonly attribute: string
  readonly value: string
  /** The item that has the key; with it, values link to their collections. */
  readonly item?: AttributeMap | undefined
  /** The number of characters that fit; longer values are shortened. */
  readonly room?: number
}

/** A key with coloured segments. */
export function KeyText({ model, entity, attribute, value, item, room }: KeyTextProps) {
  const segments = keySegments(model, { entity, attribute, text: value })
  return (
    <span class="key-text" title={value}>
      {(room === undefined ? segments : shortenSegments(segments, room)).map(({ text, slot }) => {
        if (slot === undefined) return <span class="key-literal">{plainSight(text)}</span>
        const link = item && findKeyLink(model, { item, entity, attribute, slot })
        if (link === undefined) {
          return (
            <span class="key-value" style={slotStyle(model, slot)}>
              {plainSight(text)}
            </span>
          )
        }
        return (
          <a
            class="key-value"
            // In a row the arrow keys move between items; where a key stands alone, Tab reaches its values.
            tabIndex={room === undefined ? undefined : -1}
            style={slotStyle(model, slot)}
            title={`${slot}: go to ${link.pk} in ${link.index ?? 'the table'}`}
            href={hrefTo({ screen: 'collections', params: linkParams(link) })}
          >
            {plainSight(text)}
          </a>
        )
      })}
    </span>
  )
}

/** Returns the parameters of a link to a collection, without other filters, which might make it look empty. */
export function linkParams({ index, pk }: { readonly index?: string | undefined; readonly pk: string }) {
  const rest = { sk: undefined, entity: undefined, view: undefined, lit: undefined, pattern: undefined }
  return { index, pk: formatPartition(pk), ...rest }
}
