import { useEffect, useState } from 'preact/hooks'
import { findConnection } from '../app-state.ts'
import { messageOf } from '../message-of.ts'
import { askTable, type TableAnswers } from './ask-table.ts'
import { Dialog } from './dialog.tsx'
import { closeDialog, openDialog } from './open-dialog.ts'
import { tableFacts } from './table-facts.ts'
import { toast, toastFailure } from './toasts.tsx'

/**
 * The setup of a table: its keys, indexes, capacity, stream, time to live, backups and replicas; with a button to
 * change it.
 */
export function TableDialog({ connection, table }: { readonly connection: string; readonly table: string }) {
  const [answers, setAnswers] = useState<TableAnswers>()
  const [failure, setFailure] = useState<string>()
  useEffect(() => {
    askTable(connection, table).then(setAnswers, (error) => setFailure(messageOf(error)))
  }, [connection, table])
  const copy = () =>
    void navigator.clipboard
      .writeText(JSON.stringify(answers?.table, null, 2))
      .then(() => toast('Description copied.'), toastFailure)
  const isReadOnly = findConnection(connection)?.readOnly ?? true
  const footer = (
    <>
      <button type="button" class="button" disabled={answers === undefined} onClick={copy}>
        Copy as JSON
      </button>
      <button
        type="button"
        class="button"
        disabled={answers === undefined}
        onClick={() => openDialog.set({ kind: 'table-code', connection, table })}
      >
        As code…
      </button>
      {isReadOnly ? null : (
        <button
          type="button"
          class="button"
          disabled={answers === undefined}
          onClick={() => openDialog.set({ kind: 'backups', connection, table })}
        >
          Backups…
        </button>
      )}
      <button
        type="button"
        class="button"
        disabled={answers === undefined}
        onClick={() => openDialog.set({ kind: 'clone-table', connection, table })}
      >
        Clone…
      </button>
      {isReadOnly ? null : (
        <button
          type="button"
          class="button primary"
          disabled={answers === undefined}
          onClick={() => openDialog.set({ kind: 'change-table', connection, table })}
        >
          Change…
        </button>
      )}
    </>
  )
  return (
    <Dialog title={table} onClose={closeDialog} footer={footer} wide>
      {failure === undefined ? null : <p class="notice bad">{failure}</p>}
      {answers === undefined ? null : (
        <dl class="table-facts">
          {tableFacts(answers).map(({ title, lines, refusal }) => (
            <div key={title} title={refusal}>
              <dt>{title}</dt>
              <dd class={refusal === undefined ? '' : 'faint'}>
                {lines.map((line) => (
                  <div key={line}>{line}</div>
                ))}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Dialog>
  )
}
