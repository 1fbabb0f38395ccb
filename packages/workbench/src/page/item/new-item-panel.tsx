import { type AttributeMap, getOwn, valuesEqual } from '@monotable/protocol'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { ConnectionInfo, TableModel } from '../../shared/api.ts'
import { Icon } from '../frame/icons.tsx'
import { keyParam, parseKeyParam } from '../keys/key-param.ts'
import { keyFirst, keyOf, keyValueText } from '../keys/key-value.ts'
import { currentRoute, navigate } from '../navigation.ts'
import { stage, stagedEdits, stagedOf } from '../staging/staged-edits.ts'
import { useStore } from '../store.ts'
import { ItemEditor } from './item-editor.tsx'
import { ItemFactsView } from './item-facts-view.tsx'
import { JsonView } from './json-view.tsx'
import { newItemDraft } from './new-item.ts'
import { NoItem } from './no-item.tsx'
import { parseNewItem } from './parse-new-item.ts'
import { findUnfinished, keepUnfinished } from './unfinished-items.ts'
import { findUnfinishedJson, keepUnfinishedJson, placeOfJson, unfinishedJson } from './unfinished-json.ts'
import { useItem } from './use-item.ts'
import { ViewSwitch } from './view-switch.tsx'

interface NewItemProps {
  readonly connection: ConnectionInfo
  readonly model: TableModel
}

/** A new item, empty or like another one; it is staged once its key is complete. */
export function NewItemPanel(props: NewItemProps) {
  const { params } = useStore(currentRoute)
  const like = parseKeyParam(params['like'])
  return (
    <>
      <header class="panel-head">
        <h2>New item</h2>
        <button type="button" class="button quiet icon-only" aria-label="Close item" onClick={close}>
          <Icon name="close" />
        </button>
      </header>
      {like === undefined ? (
        <NewItemForm
          key={params['from']}
          {...props}
          beginning={newItemDraft(props.model, params['from'] ?? '')}
        />
      ) : (
        <Duplicate key={params['like']} {...props} like={like} />
      )}
    </>
  )
}

/** Shows the form only when the other item has been read, since it would replace anything typed before. */
function Duplicate({ connection, model, like }: NewItemProps & { readonly like: AttributeMap }) {
  const stored = useItem(connection.id, model.table, like)
  // Duplicates the item as the user sees it, including staged changes.
  const beginning = stagedOf(connection.id, model.table).get(keyParam(like))?.mine ?? stored.item
  if (beginning === undefined) return <NoItem {...stored} />
  return <NewItemForm connection={connection} model={model} beginning={beginning} like={like} />
}

interface NewItemFormProps extends NewItemProps {
  readonly beginning: AttributeMap
  /** The key of the duplicated item, which the new one must not have. */
  readonly like?: AttributeMap
}

function NewItemForm({ connection, model, beginning: given, like }: NewItemFormProps) {
  // The same as long as the form is open, whatever becomes of a duplicated item.
  const [beginning] = useState(given)
  const place = { connection: connection.id, table: model.table, beginning }
  const [draft, setDraft] = useState(() => findUnfinished(place) ?? beginning)
  const [clears, setClears] = useState(0)
  const ordered = keyFirst(draft, model.key)
  const jsonPlace = placeOfJson(connection.id, model.table, beginning, true)
  useStore(unfinishedJson)
  const isUnfinished = findUnfinishedJson(jsonPlace, ordered) !== undefined
  const [view, setView] = useState<'fields' | 'json'>(isUnfinished ? 'json' : 'fields')
  const fields = useRef<HTMLDivElement>(null)
  // Focuses the first empty attribute of the key, also after all was cleared.
  useLayoutEffect(() => {
    const keys = [
      ...(fields.current?.querySelectorAll<HTMLInputElement>('.attribute.key .value-field') ?? []),
    ]
    const next = keys.find(({ value }) => value === '') ?? keys.at(-1)
    next?.focus()
    next?.select()
  }, [clears])

  const keyNames = [...model.key.pk, ...model.key.sk].map(({ name }) => name)
  const key = keyOf(draft, model.key)
  const isComplete = keyNames.every((name) => (keyValueText(getOwn(draft, name)) ?? '') !== '')
  useStore(stagedEdits)
  const problem = isUnfinished
    ? 'The JSON is not valid yet.'
    : like !== undefined && keyParam(key) === keyParam(keyOf(like, model.key))
      ? 'Give the copy another key.'
      : !isComplete
        ? 'The key is incomplete.'
        : stagedOf(connection.id, model.table).has(keyParam(key))
          ? 'A change of the item with this key is already staged.'
          : undefined
  const change = (next: AttributeMap) => {
    setDraft(next)
    keepUnfinished(place, next)
  }
  const clear = () => {
    change(beginning)
    keepUnfinishedJson(jsonPlace, undefined)
    setClears(clears + 1)
  }
  const add = () => {
    keepUnfinished(place, beginning)
    keepUnfinishedJson(jsonPlace, undefined)
    stage(connection.id, model.table, { key, mine: draft })
    navigate({ params: { item: keyParam(key), from: undefined, like: undefined } }, { replace: true })
  }
  return (
    <>
      <div class="panel-tools">
        <ViewSwitch view={view} onChange={setView} />
      </div>
      <div class="panel-scroll" ref={fields}>
        {view === 'fields' ? (
          <ItemEditor
            key={clears}
            item={draft}
            base={undefined}
            keyNames={keyNames}
            readOnly={false}
            isNew
            onChange={change}
          />
        ) : (
          <JsonView
            key={clears}
            place={jsonPlace}
            item={ordered}
            readOnly={false}
            parse={(text) => parseNewItem(text, model.key)}
            onChange={change}
          />
        )}
      </div>
      <ItemFactsView model={model} item={draft} />
      <div class="panel-tools foot">
        <span class="grow muted">{problem}</span>
        {!isUnfinished && valuesEqual({ M: draft }, { M: beginning }) ? null : (
          <button type="button" class="button quiet" onClick={clear}>
            Clear
          </button>
        )}
        <button type="button" class="button primary" disabled={problem !== undefined} onClick={add}>
          Stage item
        </button>
      </div>
    </>
  )
}

function close(): void {
  navigate({ params: { item: undefined, from: undefined, like: undefined } })
}
