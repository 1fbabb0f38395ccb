import type { SnippetCall } from '../../shared/snippets/snippet.ts'
import { messageOf } from '../message-of.ts'
import { type Pause, type Send, untilSettled } from './until-settled.ts'

/**
 * Creates a table, and then sends the requests that require it to be active. Throws an error of CreateTable, since
 * there is no table then. Later errors are returned, since the table exists.
 */
export async function makeTable(
  send: Send,
  [create, ...followers]: readonly [SnippetCall, ...SnippetCall[]],
  pause?: Pause,
): Promise<readonly string[]> {
  await send(create.operation, create.input)
  const { TableName } = create.input as { readonly TableName: string }
  const failures: string[] = []
  for (const [place, { operation, input }] of followers.entries()) {
    // The first request waits for the table, and an UpdateTable for the previous change.
    if (place === 0 || operation === 'UpdateTable') {
      const late = await untilSettled(send, TableName, { pause }).catch(messageOf)
      if (late !== undefined) return [...failures, late]
    }
    await send(operation, input).catch((error) => failures.push(`${operation}: ${messageOf(error)}`))
  }
  return failures
}
