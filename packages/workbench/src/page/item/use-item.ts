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

/** Such an item, and how to read it again. */
export interface ReadItem extends StoredItem {
  readonly readAgain: () => void
}

/** Reads an item, and reads it again when the page has changed data. */
export function useItem(connection: string, table: string, key: AttributeMap): ReadItem {
  const [stored, setStored] = useState<StoredItem>({ isRead: false })
  const [attempt, setAttempt] = useState(0)
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
  }, [connection, table, keyParam(key), version, attempt])
  return { ...stored, readAgain: () => setAttempt(attempt + 1) }
}
