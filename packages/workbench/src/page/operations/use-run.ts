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

/** The newest run, and ways to begin one. */
interface Runs {
  /** What the newest run was answered; while it is under way, what the one before was. */
  readonly run: Run | undefined
  readonly isRunning: boolean
  /** Sends a call, or asks for the page after those that it was answered. */
  send(call: SnippetCall, before?: readonly SendAnswer[]): Promise<void>
  /** Shows nothing any more, also of what is under way. */
  clear(): void
}

/** Runs calls. The answer of the newest is shown; all are kept in the history, whichever way they come. */
export function useRun(connection: ConnectionInfo, model: TableModel): Runs {
  const [run, setRun] = useState<Run>()
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
      // Also of one that was overtaken: it may have been a write.
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
