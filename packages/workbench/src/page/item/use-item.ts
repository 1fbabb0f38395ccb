import type { AttributeMap } from '@monotable/protocol'
import { useEffect, useState } from 'preact/hooks'
import { sendOrThrow } from '../api-client.ts'
import { dataVersion } from '../data-version.ts'
import { keyParam } from '../keys/key-param.ts'
import { messageOf } from '../message-of.ts'
import { useStore } from '../store.ts'

/** An item as it was read, as far as it was. */
interface StoredItem {
  readonly item?: AttributeMap | undefined
  readonly isRead: boolean
  readonly failure?: string | undefined
}

/** Reads an item, and reads it again when the page has changed data. */
export function useItem(connection: string, table: string, key: AttributeMap): StoredItem {
  const [stored, setStored] = useState<StoredItem>({ isRead: false })
  const version = useStore(dataVersion)
  useEffect(() => {
    let isGone = false
    sendOrThrow(connection, 'GetItem', { TableName: table, Key: key, ConsistentRead: true })
      .then((output) => {
        if (!isGone) setStored({ isRead: true, item: output['Item'] as AttributeMap | undefined })
      })
      .catch((error) => {
        if (!isGone) setStored({ isRead: true, failure: messageOf(error) })
      })
    return () => {
      isGone = true
    }
  }, [connection, table, keyParam(key), version])
  return stored
}

/** What is said where an item is not shown; nothing yet while it is read. */
export function whyNoItem({ failure, isRead }: StoredItem): string {
  return failure ?? (isRead ? 'This item is not in the table (any more).' : '')
}
