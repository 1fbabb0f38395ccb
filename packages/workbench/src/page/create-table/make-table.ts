import type { SnippetCall } from '../../shared/snippets/snippet.ts'

/** Sends an operation, and throws what it is refused with. */
export type Send = (operation: string, input: object) => Promise<{ readonly [member: string]: unknown }>

const POLL_MS = 500
/** AWS makes a table in some seconds, one with many indexes in a minute or two. */
const POLLS_MAX = 600

/**
 * Makes a table and then does what has to wait for it to be active. What CreateTable is refused with is thrown: there
 * is no table. What comes after it is told, since the table is there all the same.
 */
export async function makeTable(
  send: Send,
  [create, ...followers]: readonly [SnippetCall, ...SnippetCall[]],
  pause: (ms: number) => Promise<void> = wait,
): Promise<readonly string[]> {
  await send(create.operation, create.input)
  const failures: string[] = []
  try {
    if (followers.length > 0) await untilActive(send, create.input, pause)
  } catch (error) {
    return [messageOf(error)]
  }
  for (const { operation, input } of followers) {
    try {
      await send(operation, input)
    } catch (error) {
      failures.push(`${operation}: ${messageOf(error)}`)
    }
  }
  return failures
}

async function untilActive(send: Send, input: object, pause: (ms: number) => Promise<void>): Promise<void> {
  const { TableName } = input as { readonly TableName: string }
  for (let poll = 0; poll < POLLS_MAX; poll++) {
    const { Table } = (await send('DescribeTable', { TableName })) as {
      readonly Table?: { readonly TableStatus?: string }
    }
    if (Table?.TableStatus === 'ACTIVE') return
    await pause(POLL_MS)
  }
  throw new Error('It takes long to become active; its time to live and its recovery are not set.')
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
