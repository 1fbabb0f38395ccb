import { useLayoutEffect, useState } from 'preact/hooks'
import type { TableModel } from '../../shared/api.ts'
import type { SnippetCall } from '../../shared/snippets/snippet.ts'
import { CodeEditor } from '../code/code-editor.tsx'
import { Icon } from '../frame/icons.tsx'
import { wireJson } from '../item/wire-json.ts'
import { actionsOf, appendAction } from './append-action.ts'
import {
  type EditorState,
  withCall,
  withDraft,
  withItem,
  withJson,
  withStatement,
  withWrite,
} from './editor-state.ts'
import { attributesOf } from './filter-rows.tsx'
import { ReadBuilder } from './read-builder.tsx'
import type { KeyValues } from './use-key-values.ts'
import { WriteBuilder } from './write-builder.tsx'

export type EditorView = 'builder' | 'partiql' | 'json'

interface EditorPaneProps {
  readonly view: EditorView
  readonly state: EditorState
  readonly model: TableModel
  /** Values of key attributes that occur in the data. */
  readonly offered: KeyValues
  readonly onChange: (state: EditorState) => void
  readonly onRun: () => void
}

const inputMembers = [
  ...[
    'TableName',
    'IndexName',
    'Key',
    'Item',
    'KeyConditionExpression',
    'FilterExpression',
    'ProjectionExpression',
  ],
  ...['UpdateExpression', 'ConditionExpression', 'ExpressionAttributeNames', 'ExpressionAttributeValues'],
  ...[
    'ReturnValues',
    'ReturnConsumedCapacity',
    'ScanIndexForward',
    'ConsistentRead',
    'Limit',
    'TransactItems',
  ],
  ...[
    'RequestItems',
    'attribute_exists',
    'attribute_not_exists',
    'begins_with',
    'if_not_exists',
    'list_append',
  ],
]

/** The request in the chosen form. */
export function EditorPane({ view, state, model, offered, onChange, onRun }: EditorPaneProps) {
  const words = [
    ...attributesOf(model),
    ...[...offered.values()].flat(),
    model.table,
    ...model.indexes.map(({ name }) => name),
    ...inputMembers,
  ]
  if (view === 'partiql') return <Statement {...{ state, model, onChange, onRun, words }} />
  if (view === 'builder' && state.draft !== undefined) {
    return (
      <ReadBuilder
        {...{ model, offered, draft: state.draft }}
        onChange={(draft) => onChange(withDraft(draft, model))}
      />
    )
  }
  if (view === 'builder' && state.write !== undefined) {
    return (
      <WriteBuilder
        draft={state.write}
        model={model}
        onChange={(write) => onChange(withWrite(write, model))}
      />
    )
  }
  if (view === 'builder' && isPlainPut(state.call, model)) {
    return <PutForm {...{ state, model, onChange, onRun, words }} />
  }
  const note = builderNote(state)
  return (
    <div class="editor-pane">
      {view === 'builder' && note !== undefined && <p class="muted">{note}</p>}
      <CodeEditor
        text={state.json}
        language="json"
        label={`Input of ${state.call.operation} as JSON`}
        words={words}
        onChange={(json) => onChange(withJson(state, json, model))}
        onRun={onRun}
      />
      {state.jsonProblem !== undefined && (
        <p class="notice bad" role="alert">
          {state.jsonProblem}
        </p>
      )}
      <Actions state={state} model={model} onChange={onChange} />
    </div>
  )
}

function builderNote({ call, notBuilt }: EditorState): string | undefined {
  if (actionsOf(call.operation).length > 0) return 'Combine several actions here, then edit them as JSON.'
  return notBuilt
}

interface PartProps extends Pick<EditorPaneProps, 'state' | 'model' | 'onChange'> {
  readonly onRun?: () => void
  readonly words?: readonly string[]
}

function Actions({ state, model, onChange }: PartProps) {
  const actions = actionsOf(state.call.operation)
  if (actions.length === 0) return null
  const { operation } = state.call
  return (
    <div class="actions">
      {actions.map((action) => (
        <button
          key={action}
          type="button"
          class="button quiet"
          onClick={() =>
            onChange(withCall({ operation, input: appendAction(state.call, action, model) }, model))
          }
        >
          <Icon name="plus" size={14} /> {action}
        </button>
      ))}
    </div>
  )
}

function Statement({ state, model, onChange, onRun = () => undefined, words = [] }: PartProps) {
  if (state.noStatement !== undefined) {
    return (
      <div class="editor-pane">
        <p class="notice">{state.noStatement}</p>
      </div>
    )
  }
  return (
    <div class="editor-pane">
      <CodeEditor
        text={state.statement}
        language="sql"
        label="Statement in PartiQL"
        words={words}
        onChange={(statement) => onChange(withStatement(statement, model, state.call))}
        onRun={onRun}
      />
      {state.notBuilt !== undefined && state.call.operation === 'ExecuteStatement' && (
        <p class="muted">Runs as a statement, but does not fit the builder: {state.notBuilt}</p>
      )}
    </div>
  )
}

/** Whether the form shows everything about a PutItem: the item, and whether it may replace another. */
export function isPlainPut({ operation, input }: SnippetCall, { key }: TableModel): boolean {
  const { ConditionExpression: condition, ExpressionAttributeNames: names } = input as PutInput
  if (operation !== 'PutItem' || condition === undefined) return operation === 'PutItem'
  return condition === newOnly && names?.['#pk'] === key.pk[0]?.name
}

const newOnly = 'attribute_not_exists(#pk)'

interface PutInput {
  readonly Item?: object
  readonly ConditionExpression?: string
  readonly ExpressionAttributeNames?: { readonly [name: string]: string }
}

/** The form of a PutItem: the item, and whether it may replace another. */
function PutForm({ state, model, onChange, onRun = () => undefined, words = [] }: PartProps) {
  const input = state.call.input as PutInput
  const item = JSON.stringify(input.Item ?? {})
  const [text, setText] = useState(state.unfinishedItem?.text ?? '')
  // Another call may be opened while the form is shown: the call that runs has to be the one in view.
  useLayoutEffect(() => {
    if (state.unfinishedItem === undefined && compact(text) !== item) setText(wireJson(input.Item ?? {}))
  }, [item, state.unfinishedItem])
  const pk = model.key.pk[0]?.name ?? ''
  const change = (next: object) => onChange(withCall({ operation: 'PutItem', input: next }, model))
  return (
    <div class="editor-pane">
      <CodeEditor
        text={text}
        language="json"
        label="Item"
        words={words}
        onRun={onRun}
        onChange={(changed) => {
          setText(changed)
          onChange(withItem(state, changed, model))
        }}
      />
      {state.unfinishedItem !== undefined && (
        <p class="notice bad" role="alert">
          {state.unfinishedItem.problem}
        </p>
      )}
      <label class="check">
        <input
          type="checkbox"
          checked={input.ConditionExpression !== undefined}
          onChange={({ currentTarget: { checked } }) => {
            const { ConditionExpression: _, ExpressionAttributeNames: __, ...plain } = input
            const condition = { ConditionExpression: newOnly, ExpressionAttributeNames: { '#pk': pk } }
            change(checked ? { ...plain, ...condition } : plain)
          }}
        />{' '}
        Only if no item has this key yet
      </label>
    </div>
  )
}

/** Removes whitespace from JSON; `undefined` if it is invalid. */
function compact(text: string): string | undefined {
  try {
    return JSON.stringify(JSON.parse(text))
  } catch {
    return undefined
  }
}
