import type { SnippetCall } from '../../shared/snippets/snippet.ts'
import { messageOf } from '../message-of.ts'
import { type Pause, type Send, untilSettled } from './until-settled.ts'

/**
 * Makes a table and then does what has to wait for it to be active. What CreateTable is refused with is thrown: there
 * is no table. What comes after it is told, since the table is there all the same.
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
    // The first waits for the table, and a change of it for the change before.
    if (place === 0 || operation === 'UpdateTable') {
      const late = await untilSettled(send, TableName, { pause }).catch(messageOf)
      if (late !== undefined) return [...failures, late]
    }
    await send(operation, input).catch((error) => failures.push(`${operation}: ${messageOf(error)}`))
  }
  return failures
}
