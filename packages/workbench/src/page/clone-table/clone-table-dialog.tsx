import { useEffect, useRef, useState } from 'preact/hooks'
import { api, sendOrThrow } from '../api-client.ts'
import { appState, findConnection, loadTables } from '../app-state.ts'
import { makeTable } from '../create-table/make-table.ts'
import { RequestView } from '../create-table/request-view.tsx'
import type { TableDraft } from '../create-table/table-draft.ts'
import { TableFields } from '../create-table/table-fields.tsx'
import { findContradiction, tableRequests } from '../create-table/table-requests.ts'
import { untilSettled } from '../create-table/until-settled.ts'
import { replaceRows } from '../csv/write-rows.ts'
import { askTable } from '../frame/ask-table.ts'
import { Dialog } from '../frame/dialog.tsx'
import { closeDialog } from '../frame/open-dialog.ts'
import { toast } from '../frame/toasts.tsx'
import { navigate } from '../navigation.ts'
import { copyItems } from './copy-items.ts'
import { draftOfTable, nameLike } from './draft-of-table.ts'
import '../create-table/create-table.css'

const FORM = 'clone-table'

interface CloneTableDialogProps {
  readonly connection: string
  readonly table: string
}

/** Makes a table like another, here or in another connection, with its items or without. */
export function CloneTableDialog({ connection, table }: CloneTableDialogProps) {
  const targets = (appState.value.workbench?.connections ?? []).filter(({ readOnly }) => !readOnly)
  const [target, setTarget] = useState(() => (targets.find(({ id }) => id === connection) ?? targets[0])?.id)
  const [draft, setDraft] = useState<TableDraft>()
  const [withItems, setWithItems] = useState(true)
  const [isShown, setShown] = useState(false)
  const [step, setStep] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const stop = useRef(new AbortController())
  const isGone = useRef(false)
  useEffect(() => {
    askTable(connection, table).then(
      (answers) => setDraft(draftOfTable(answers, nameLike(table, namesIn(target)))),
      (error) => setFailure(messageOf(error)),
    )
    return () => {
      isGone.current = true
      stop.current.abort()
    }
  }, [connection, table])
  const contradiction = draft === undefined ? undefined : findContradiction(draft)
  const isReady = draft !== undefined && target !== undefined && contradiction === undefined

  const clone = async (event: Event) => {
    event.preventDefault()
    if (step !== undefined || draft === undefined || target === undefined || !isReady) return
    setFailure(undefined)
    setStep('Creating…')
    const { name } = draft
    const send = (operation: string, input: object) => sendOrThrow(target, operation, input)
    try {
      const failures = await makeTable(send, tableRequests(draft))
      for (const one of failures) toast(`${name} was made, but not all of it. ${one}`, 'failure')
      if (withItems) {
        await untilSettled(send, name)
        const copied = await copyItems({
          read: (operation, input) => sendOrThrow(connection, operation, input),
          table,
          write: replaceRows({ send: (operation, input) => api.send(target, operation, input), table: name }),
          signal: stop.current.signal,
          onProgress: (count) => setStep(`${count.toLocaleString('en')} items copied…`),
        })
        tell(name, copied, stop.current.signal.aborted)
      }
      // Whoever has closed the dialog is elsewhere by now.
      if (isGone.current) return
      closeDialog()
      navigate({ connection: target, table: name, screen: 'collections' })
    } catch (error) {
      setFailure(messageOf(error))
      setStep(undefined)
    } finally {
      await loadTables(target)
    }
  }

  const footer = (
    <>
      <button
        type="button"
        class="button quiet show-request"
        aria-expanded={isShown}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? 'Hide the request' : 'Show the request'}
      </button>
      {step === undefined ? (
        <button type="button" class="button" onClick={closeDialog}>
          Cancel
        </button>
      ) : (
        <button type="button" class="button" onClick={() => stop.current.abort()}>
          Stop
        </button>
      )}
      <button type="submit" form={FORM} class="button primary" disabled={!isReady || step !== undefined}>
        {step ?? 'Clone'}
      </button>
    </>
  )
  return (
    <Dialog title={`Clone ${table}`} onClose={closeDialog} footer={footer} wide={isShown}>
      <div class={isShown ? 'create-table with-request' : 'create-table'}>
        <form id={FORM} class="form" onSubmit={(event) => void clone(event)}>
          {target === undefined ? (
            <p class="notice warn">
              All connections are read-only. Allow writing to one of them, in the list of connections.
            </p>
          ) : (
            <label class="labelled">
              Into
              <select
                class="field"
                value={target}
                onChange={({ currentTarget: { value } }) => {
                  setTarget(value)
                  if (draft !== undefined) setDraft({ ...draft, name: nameLike(table, namesIn(value)) })
                }}
              >
                {targets.map(({ id, name, region }) => (
                  <option key={id} value={id}>
                    {name} · {region}
                  </option>
                ))}
              </select>
            </label>
          )}
          <label class="check">
            <input
              type="checkbox"
              checked={withItems}
              onChange={(event) => setWithItems(event.currentTarget.checked)}
            />{' '}
            With its items, as they are while they are read
          </label>
          {draft === undefined ? null : (
            <TableFields draft={draft} onChange={(changed) => setDraft({ ...draft, ...changed })} />
          )}
          {contradiction === undefined ? null : <p class="notice warn">{contradiction}</p>}
          {failure === undefined ? null : (
            <p class="notice bad" role="alert">
              {failure}
            </p>
          )}
        </form>
        {isShown && draft !== undefined && target !== undefined && (
          <RequestView calls={tableRequests(draft)} connection={findConnection(target)} />
        )}
      </div>
    </Dialog>
  )
}

function tell(
  name: string,
  { copied, refused, reason }: Awaited<ReturnType<typeof copyItems>>,
  isStopped: boolean,
): void {
  const items = `${copied.toLocaleString('en')} ${copied === 1 ? 'item' : 'items'}`
  toast(isStopped ? `Stopped: ${name} has ${items}.` : `${name} has ${items}.`)
  if (refused > 0) toast(`${refused.toLocaleString('en')} were not taken. ${reason}`, 'failure')
}

function namesIn(connection: string | undefined): readonly string[] {
  return appState.value.tables.get(connection ?? '')?.names ?? []
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
