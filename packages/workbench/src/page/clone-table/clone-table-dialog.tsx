import { useEffect, useRef, useState } from 'preact/hooks'
import { api, sendOrThrow } from '../api-client.ts'
import { appState, loadTables } from '../app-state.ts'
import { countText } from '../count-text.ts'
import { makeTable } from '../create-table/make-table.ts'
import { RequestDialog } from '../create-table/request-dialog.tsx'
import type { TableDraft } from '../create-table/table-draft.ts'
import { TableFields } from '../create-table/table-fields.tsx'
import { findContradiction, tableRequests } from '../create-table/table-requests.ts'
import { untilSettled } from '../create-table/until-settled.ts'
import { replaceRows } from '../csv/write-rows.ts'
import { askTable } from '../frame/ask-table.ts'
import { closeDialog } from '../frame/open-dialog.ts'
import { readOnlyAdvice } from '../frame/read-only-advice.ts'
import { toast } from '../frame/toasts.tsx'
import { navigate } from '../navigation.ts'
import { useTask } from '../use-task.ts'
import { copyItems } from './copy-items.ts'
import { draftOfTable, nameLike } from './draft-of-table.ts'

interface CloneTableDialogProps {
  readonly connection: string
  readonly table: string
}

/** A dialog that creates a table like another, in this or another connection, with or without its items. */
export function CloneTableDialog({ connection, table }: CloneTableDialogProps) {
  const targets = (appState.value.workbench?.connections ?? []).filter(({ readOnly }) => !readOnly)
  const [target, setTarget] = useState(() => (targets.find(({ id }) => id === connection) ?? targets[0])?.id)
  const [draft, setDraft] = useState<TableDraft>()
  const [withItems, setWithItems] = useState(true)
  const [step, setStep] = useState('')
  const task = useTask()
  const stop = useRef(new AbortController())
  useEffect(() => {
    askTable(connection, table).then(
      (answers) => setDraft(draftOfTable(answers, nameLike(table, namesIn(target)))),
      task.fail,
    )
    return () => stop.current.abort()
  }, [connection, table])
  const contradiction = draft === undefined ? undefined : findContradiction(draft)
  const isReady = draft !== undefined && target !== undefined && contradiction === undefined

  const clone = (draft: TableDraft, target: string) => {
    const { name } = draft
    const send = (operation: string, input: object) => sendOrThrow(target, operation, input)
    // A run that was stopped starts over.
    stop.current = new AbortController()
    const { signal } = stop.current
    const copy = async () => {
      await untilSettled(send, name)
      const copied = await copyItems({
        read: (operation, input) => sendOrThrow(connection, operation, input),
        table,
        write: replaceRows({ send: (operation, input) => api.send(target, operation, input), table: name }),
        signal,
        onProgress: (count) => setStep(`${count.toLocaleString('en')} items copied…`),
      })
      tell(name, copied, signal.aborted)
    }
    return task.run({
      work: async () => {
        setStep('Creating…')
        try {
          const failures = await makeTable(send, tableRequests(draft))
          for (const one of failures) toast(`${name} was created, but not completely. ${one}`, 'failure')
          if (withItems) await copy()
        } finally {
          await loadTables(target)
        }
      },
      onDone: () => {
        closeDialog()
        navigate({ connection: target, table: name, screen: 'collections' })
      },
      told: `${name} was created.`,
    })
  }

  return (
    <RequestDialog
      title={`Clone ${table}`}
      connection={target}
      calls={draft === undefined ? [] : tableRequests(draft)}
      submit={task.isUnderWay ? step : 'Clone'}
      isReady={isReady && !task.isUnderWay}
      failure={task.failure}
      onStop={task.isUnderWay ? () => stop.current.abort() : undefined}
      onSubmit={() => {
        if (draft !== undefined && target !== undefined) void clone(draft, target)
      }}
    >
      {target === undefined ? (
        <p class="notice warn">All connections are read-only. {readOnlyAdvice()}</p>
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
        Copy its items, as they are when read
      </label>
      {draft === undefined ? null : (
        <TableFields draft={draft} onChange={(changed) => setDraft({ ...draft, ...changed })} />
      )}
      {contradiction === undefined ? null : <p class="notice warn">{contradiction}</p>}
    </RequestDialog>
  )
}

function tell(
  name: string,
  { copied, refused, reason }: Awaited<ReturnType<typeof copyItems>>,
  isStopped: boolean,
): void {
  const items = countText(copied, 'item')
  toast(isStopped ? `Stopped: ${name} has ${items}.` : `${name} has ${items}.`)
  if (refused > 0) toast(`${refused.toLocaleString('en')} were rejected. ${reason}`, 'failure')
}

function namesIn(connection: string | undefined): readonly string[] {
  return appState.value.tables.get(connection ?? '')?.names ?? []
}
