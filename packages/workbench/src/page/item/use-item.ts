import type { AttributeMap } from '@monotable/protocol'
import { useLayoutEffect, useState } from 'preact/hooks'
import { sendOrThrow } from '../api-client.ts'
import { dataVersion } from '../data-version.ts'
import { keyParam } from '../keys/key-param.ts'
import { messageOf } from '../message-of.ts'
import { settled } from '../staging/staged-edits.ts'
import { useStore } from '../store.ts'

/** The result of reading an item, so far. */
interface StoredItem {
  readonly item?: AttributeMap | undefined
  readonly isRead: boolean
  readonly failure?: string | undefined
}

/** The result of reading an item, and how to read it again. */
export interface ReadItem extends StoredItem {
  readonly readAgain: () => void
}

/** Reads an item, and reads it again when the page has changed data. */
export function useItem(connection: string, table: string, key: AttributeMap): ReadItem {
  const [stored, setStored] = useState<StoredItem>({ isRead: false })
  const [attempt, setAttempt] = useState(0)
  const version = useStore(dataVersion)
  // Before painting: otherwise a changed item would show its old state until it is read again.
  useLayoutEffect(
    () =>
      settled.subscribe(() => {
        const written = settled.value
        if (written?.connection === connection && written.table === table && isSameKey(written.key, key))
          setStored({ isRead: true, item: written.mine })
      }),
    [connection, table, keyParam(key)],
  )
  // Also before painting: discards the result of a read that began before the write.
  useLayoutEffect(() => {
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

function isSameKey(one: AttributeMap, other: AttributeMap): boolean {
  return keyParam(one) === keyParam(other)
}
