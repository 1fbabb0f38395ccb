import { useState } from 'preact/hooks'
import type { ConnectionInfo, SendAnswer, TableModel } from '../../shared/api.ts'
import type { SnippetCall } from '../../shared/snippets/snippet.ts'
import { api } from '../api-client.ts'
import { toastFailure } from '../frame/toasts.tsx'
import { useTurns } from '../use-turns.ts'
import { nextPage } from './answered-items.ts'
import { explainAnswer } from './explain-answer.ts'
import { addToHistory } from './kept-history.ts'
import type { Run } from './result-pane.tsx'

/** The newest run, and functions that start one. */
interface Runs {
  /** The answer of the newest run; while that is in flight, the answer of the previous one. */
  readonly run: Run | undefined
  readonly isRunning: boolean
  /** Sends a call, or requests the page after the given answers. */
  send(call: SnippetCall, before?: readonly SendAnswer[]): Promise<void>
  /** Clears the answer, and ignores the one in flight. */
  clear(): void
}

/**
 * Runs calls. Only the answer of the newest is shown; all of them are added to the history, in whatever order they
 * arrive. `before` is the run to begin with.
 */
export function useRun(connection: ConnectionInfo, model: TableModel, before: Run | undefined): Runs {
  const [run, setRun] = useState(before)
  const [isRunning, setRunning] = useState(false)
  const turns = useTurns()
  const send = async (call: SnippetCall, before: readonly SendAnswer[] = []) => {
    const input = before.length === 0 ? call.input : nextPage(call.input, before.at(-1)?.output)
    if (input === undefined) return
    const isNewest = turns.begin()
    setRunning(true)
    try {
      const answer = await api.send(connection.id, call.operation, {
        ReturnConsumedCapacity: 'INDEXES',
        ...input,
      })
      const pages = [...before, answer]
      const explanation = explainAnswer(call, pages, model)
      if (isNewest()) setRun({ call, pages, explanation })
      addToHistory({
        ...call,
        connection: connection.id,
        table: model.table,
        units: explanation.units,
        returned: explanation.returned,
        atMs: performance.timeOrigin + performance.now(),
        durationMs: answer.durationMs,
        error: answer.error?.name,
      })
    } catch (error) {
      // Also for a call that was overtaken: it may have been a write.
      toastFailure(error)
    } finally {
      if (isNewest()) setRunning(false)
    }
  }
  const clear = () => {
    turns.begin()
    setRun(undefined)
    setRunning(false)
  }
  return { run, isRunning, send, clear }
}
