import type { SnippetCall } from '../../shared/snippets/snippet.ts'
import { type Pause, type Send, untilSettled } from '../create-table/until-settled.ts'

interface ApplyOptions {
  readonly send: Send
  readonly table: string
  readonly calls: readonly SnippetCall[]
  /** Told how many are done, before each of them. */
  readonly onStep: (done: number) => void
  readonly pause?: Pause
}

/**
 * Sends changes of a table one after the other, each when the one before has come to its end. What one is refused with is
 * thrown, and none after it is sent: it may have needed what was refused.
 */
export async function applyChanges({ send, table, calls, onStep, pause }: ApplyOptions): Promise<void> {
  for (const [place, { operation, input }] of calls.entries()) {
    onStep(place)
    if (place > 0) await untilSettled(send, table, { pause })
    await send(operation, input)
  }
}
