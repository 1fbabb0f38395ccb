import { ApiError, api } from '../api-client.ts'
import { StreamFeed } from './stream-feed.ts'
import type { Send } from './stream-reader.ts'

let current: { readonly key: string; readonly feed: StreamFeed } | undefined

/**
 * Returns the changes of a table. They are kept while the user views other screens of the same table, and forgotten when
 * the stream of another one is opened.
 */
export function streamFeed(connection: string, table: string, isWhole: boolean): StreamFeed {
  const key = JSON.stringify([connection, table, isWhole])
  if (current?.key !== key) {
    current = { key, feed: new StreamFeed({ send: quietly(connection), table, isWhole }) }
  }
  return current.feed
}

/** Sends what only the page itself wants: it is no request of the table. */
function quietly(connection: string): Send {
  return async (operation, input) => {
    const { output = {}, error } = await api.sendQuietly(connection, operation, input)
    if (error !== undefined) throw new ApiError(error.name, error.message)
    return output
  }
}
