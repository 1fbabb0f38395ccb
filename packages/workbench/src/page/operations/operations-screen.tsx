import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { ConnectionInfo } from '../../shared/api.ts'
import type { DataOperation } from '../../shared/snippets/operation-shapes.ts'
import type { SnippetCall } from '../../shared/snippets/snippet.ts'
import { findConnection } from '../app-state.ts'
import { CopyMenu } from '../code/copy-menu.tsx'
import { readOnlyAdvice } from '../frame/read-only-advice.ts'
import { toast } from '../frame/toasts.tsx'
import { currentRoute } from '../navigation.ts'
import type { ScreenProps } from '../screen-props.ts'
import { useStore } from '../store.ts'
import { EditorPane, type EditorView, isPlainPut } from './editor-pane.tsx'
import { type EditorState, readCall, startOf, withCall } from './editor-state.ts'
import { isWrite, operationBadge } from './explain-answer.ts'
import type { HistoryEntry } from './history.ts'
import { findKeptEditor, type KeptEditor, keepEditor } from './kept-editor.ts'
import { keptHistory, reloadHistory } from './kept-history.ts'
import { followKeptOperations, keptOperations, saveOperation } from './kept-operations.ts'
import { OperationBadge } from './operation-badge.tsx'
import { type OperationGroup, operationGroups, unfilledSlots } from './operation-template.ts'
import './operations.css'
import { findHalfRead, readKind, scanReason } from './read-draft.ts'
import { ResultPane } from './result-pane.tsx'
import { SaveDialog } from './save-dialog.tsx'
import { SavedList } from './saved-list.tsx'
import { findSaved, type SavedOperation } from './saved-operations.ts'
import { useEstimate } from './use-estimate.ts'
import { useKeyValues } from './use-key-values.ts'
import { useRun } from './use-run.ts'
import { findHalfWrite } from './write-draft.ts'

const URL_MS = 400

/** Any operation of the data plane: build it, run it, explain it, copy it. */
export function OperationsScreen({ connection, model, route, navigate }: ScreenProps) {
  const [kept] = useState(() => findKeptEditor(connection, model))
  const [state, setState] = useState<EditorState>(() => startState(kept, route.params, model))
  const view = viewOf(route.params['view'], state)
  const { run, isRunning, send, clear } = useRun(connection, model, kept?.run)
  const inUrl = requestIn(route.params)
  useLayoutEffect(() => keepEditor(connection, model, { state, run, inUrl }), [state, run, inUrl])
  const history = useStore(keptHistory)
  useLayoutEffect(reloadHistory, [])
  const saved = useStore(keptOperations)
  useLayoutEffect(followKeptOperations, [])
  const [isSaving, setSaving] = useState(false)
  // An operation that was opened by name is usually saved under it again.
  const [openedName, setOpenedName] = useState('')
  const estimate = useEstimate(state.call, connection, model)
  const offered = useKeyValues(connection.id, model, state.draft?.index)
  useUrl(state.call, route.params, navigate, (call) => setState(withCall(call, model)))
  const call = view === 'partiql' ? asStatement(state) : state.call
  const problem = problemOf(state, view, model)
  const isForbidden = connection.readOnly && isWrite(call)
  const refusal = refusalOf(call, connection.readOnly, model) ?? problem

  // A call that cannot be written as a statement is shown where it can be edited.
  const show = (next: EditorState) => {
    setState(next)
    if (view === 'partiql' && next.noStatement !== undefined)
      navigate({ params: { view: undefined } }, { replace: true })
  }
  const start = () => {
    if (refusal === undefined && !isRunning) send(call)
  }
  const isElsewhere = (entry: HistoryEntry) =>
    entry.table !== model.table || entry.connection !== connection.id
  const choose = (entry: HistoryEntry, again: boolean) => {
    const { operation, input } = entry
    if (isElsewhere(entry)) return goTo(entry, connection, navigate)
    show(withCall({ operation, input }, model))
    if (again && !isRunning) send({ operation, input })
  }
  const chooseSaved = ({ name, table, operation, input }: SavedOperation, again: boolean) => {
    if (table !== model.table) return goTo({ table, operation, input }, connection, navigate)
    show(withCall({ operation, input }, model))
    setOpenedName(name)
    if (again && !isRunning) send({ operation, input })
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys that bubble up from its fields
    <div
      class="screen operations"
      onKeyDown={(event) => {
        const isRun = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
        const isInDialog = event.target instanceof Element && event.target.closest('dialog') !== null
        // The editor has run it already, and says so.
        if (isRun && !isInDialog && !event.defaultPrevented) start()
      }}
    >
      <div class="toolbar">
        <OperationSelect
          groups={operationGroups(model)}
          operation={state.call.operation}
          onChange={(operation) => {
            show(startOf(operation, model))
            setOpenedName('')
            clear()
          }}
        />
        <ViewSwitch
          view={view}
          onChange={(next) => navigate({ params: { view: next } }, { replace: true })}
        />
        <OperationBadge
          badge={badgeOf(state)}
          estimate={estimate}
          reason={state.draft && scanReason(state.draft, model)}
        />
        <div class="operation-actions">
          <button
            type="button"
            class="button"
            disabled={problem !== undefined}
            title={problem ?? 'Save under a name'}
            onClick={() => setSaving(true)}
          >
            Save
          </button>
          <CopyMenu call={call} modelCall={state.call} connection={connection} model={model} />
          <button
            type="button"
            class="button primary"
            disabled={refusal !== undefined || isRunning}
            title={refusal ?? 'Ctrl or ⌘ with Enter'}
            onClick={start}
          >
            {isRunning ? 'Running…' : 'Run'}
          </button>
        </div>
      </div>
      {/* What is wrong with JSON is told below it. */}
      {refusal !== undefined && ![state.jsonProblem, state.unfinishedItem?.problem].includes(refusal) && (
        <p class={isForbidden ? 'notice warn' : 'notice'}>
          {isForbidden ? `${refusal} ${readOnlyAdvice()}` : refusal}
        </p>
      )}
      <EditorPane {...{ view, state, model, offered }} onChange={setState} onRun={start} />
      <ResultPane
        run={run}
        model={model}
        isRunning={isRunning}
        history={history}
        isElsewhere={isElsewhere}
        onChoose={choose}
        onMore={() => run !== undefined && send(run.call, run.pages)}
        savedCount={saved.length}
        saved={<SavedList {...{ operations: saved, table: model.table, isRunning }} onChoose={chooseSaved} />}
      />
      {isSaving && (
        <SaveDialog
          title="Save the operation"
          name={openedName}
          isTaken={(name) => findSaved(saved, { name, table: model.table }) !== undefined}
          onSave={(name) => {
            saveOperation({ name, table: model.table, operation: call.operation, input: call.input })
            setOpenedName(name)
            toast(`Saved as “${name}”.`)
          }}
          onClose={() => setSaving(false)}
        />
      )}
    </div>
  )
}

/**
 * Returns the state to begin with: the call in the URL, or else the one that was left here. Where both are the same,
 * what was left has more: what was only half typed, and inputs that are too long for a URL. So it has where the URL is
 * as it was left: what was typed just before is not in it yet.
 */
function startState(
  kept: KeptEditor | undefined,
  params: ScreenProps['route']['params'],
  model: ScreenProps['model'],
): EditorState {
  const inUrl = requestIn(params)
  const isLeft = kept && [requestIn(paramsOf(kept.state.call)), kept.inUrl].includes(inUrl)
  if (kept !== undefined && (isLeft || params['op'] === undefined)) return kept.state
  const call = readCall(params)
  return call === undefined ? startOf('Query', model) : withCall(call, model)
}

/** Opens a call of another table in its own table, with the model of that table. Its connection may no longer exist. */
function goTo(
  entry: SnippetCall & { readonly table: string; readonly connection?: string },
  here: ConnectionInfo,
  navigate: ScreenProps['navigate'],
): void {
  const { id } = findConnection(entry.connection) ?? here
  const params = { op: entry.operation, input: JSON.stringify(entry.input) }
  navigate({ connection: id, table: entry.table, screen: 'operations', params })
}

/** Returns what is wrong with what is shown: other forms of the request may be half typed at the same time. */
function problemOf(state: EditorState, view: EditorView, model: ScreenProps['model']): string | undefined {
  const { call, draft, write, noStatement, unfinishedItem, jsonProblem } = state
  if (view === 'partiql' && noStatement === undefined) return undefined
  if (view !== 'builder') return jsonProblem
  if (draft !== undefined) return findHalfRead(draft, model)
  if (write !== undefined) return findHalfWrite(write)
  return isPlainPut(call, model) ? unfinishedItem?.problem : jsonProblem
}

/** Returns why the call cannot be run, although nothing is wrong with how it is written. */
function refusalOf(call: SnippetCall, readOnly: boolean, model: ScreenProps['model']): string | undefined {
  if (!isWrite(call)) return undefined
  if (readOnly) return 'This connection is read-only.'
  const [slot] = unfilledSlots(call, model)
  return slot === undefined ? undefined : `Replace {${slot}} with a value first.`
}

function OperationSelect(props: {
  readonly groups: readonly OperationGroup[]
  readonly operation: string
  readonly onChange: (operation: DataOperation) => void
}) {
  const value = props.operation === 'GetItem' || props.operation === 'Scan' ? 'Query' : props.operation
  return (
    <select
      class="field"
      aria-label="Operation"
      value={value}
      onChange={({ currentTarget }) => props.onChange(currentTarget.value as DataOperation)}
    >
      {props.groups.map(({ title, operations }) => (
        <optgroup key={title} label={title}>
          {operations.map(({ operation, title: name }) => (
            <option key={operation} value={operation}>
              {name}
            </option>
          ))}
        </optgroup>
      ))}
    </select>
  )
}

const views: readonly { readonly view: EditorView; readonly title: string }[] = [
  { view: 'builder', title: 'Builder' },
  { view: 'partiql', title: 'PartiQL' },
  { view: 'json', title: 'JSON' },
]

function ViewSwitch({ view, onChange }: { view: EditorView; onChange: (view: EditorView) => void }) {
  return (
    <fieldset class="segmented" aria-label="Edit as">
      {views.map((one) => (
        <button
          key={one.view}
          type="button"
          aria-pressed={one.view === view}
          onClick={() => onChange(one.view)}
        >
          {one.title}
        </button>
      ))}
    </fieldset>
  )
}

function viewOf(param: string | undefined, { call }: EditorState): EditorView {
  if (param === 'builder' || param === 'json' || param === 'partiql') return param
  return call.operation === 'ExecuteStatement' ? 'partiql' : 'builder'
}

function badgeOf({ call, draft }: EditorState): string {
  if (draft !== undefined) return readKind(draft)
  return isWrite(call) ? 'WRITE' : operationBadge(call.operation)
}

/** Returns the call as a statement: in the PartiQL view, what runs is what is shown. */
function asStatement({ call, statement, noStatement }: EditorState): SnippetCall {
  if (noStatement !== undefined || call.operation === 'ExecuteStatement') return call
  const { Limit, ConsistentRead } = call.input as {
    readonly Limit?: number
    readonly ConsistentRead?: boolean
  }
  const options = {
    ...(Limit === undefined ? {} : { Limit }),
    ...(ConsistentRead === true ? { ConsistentRead } : {}),
  }
  return { operation: 'ExecuteStatement', input: { Statement: statement, ...options } }
}

/** Keeps the request in the URL, and follows the URL when a link or the back button changes it. */
function useUrl(
  call: SnippetCall,
  params: ScreenProps['route']['params'],
  navigate: ScreenProps['navigate'],
  onFollow: (call: SnippetCall) => void,
): void {
  const text = JSON.stringify(call.input)
  const inUrl = requestIn(params)
  const written = useRef(inUrl)
  useEffect(() => {
    if (inUrl === written.current) return
    written.current = inUrl
    const followed = readCall(params)
    if (followed !== undefined) onFollow(followed)
  }, [inUrl])
  useEffect(() => {
    const isBlank = call.operation === 'Scan' && Object.keys(call.input).length === 1
    if (isBlank && params['op'] === undefined) return
    const timer = setTimeout(() => {
      // The user has just gone to another request, which is about to be followed.
      if (requestIn(currentRoute.value.params) !== written.current) return
      const params = paramsOf(call)
      // The request that the URL will hold; any other is followed.
      written.current = requestIn(params)
      navigate({ params }, { replace: true })
    }, URL_MS)
    return () => clearTimeout(timer)
  }, [call.operation, text])
}

function requestIn({
  op = '',
  input = '',
}: {
  readonly op?: string
  readonly input?: string | undefined
}): string {
  return `${op}${input}`
}

/** Returns the request as URL parameters. Large inputs are left out, since URLs have limits. */
function paramsOf({ operation, input }: SnippetCall) {
  const text = JSON.stringify(input)
  return { op: operation, input: text.length < 4000 ? text : undefined }
}
