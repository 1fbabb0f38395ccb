import type { SnippetCall } from '../../shared/snippets/snippet.ts'
import { type Pause, type Send, untilSettled } from '../create-table/until-settled.ts'

interface ApplyOptions {
  readonly send: Send
  readonly table: string
  readonly calls: readonly SnippetCall[]
  /** Called before each change with the number of changes done. */
  readonly onStep: (done: number) => void
  readonly pause?: Pause
}

/**
 * Sends changes of a table one by one, each when the previous one has completed. Throws the error of the first change
 * that is refused, and sends none after it, since they may depend on it.
 */
export async function applyChanges({ send, table, calls, onStep, pause }: ApplyOptions): Promise<void> {
  for (const [place, { operation, input }] of calls.entries()) {
    onStep(place)
    if (place > 0) await untilSettled(send, table, { pause })
    await send(operation, input)
  }
}
