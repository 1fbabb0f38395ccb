import { type AttributeMap, hasOwn } from '@monotable/protocol'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { ConnectionInfo, TableModel } from '../../shared/api.ts'
import { Icon } from '../frame/icons.tsx'
import { toast, toastFailure } from '../frame/toasts.tsx'
import { entityStyle } from '../keys/colours.ts'
import { entityOf } from '../keys/entity-of.ts'
import { keyParam } from '../keys/key-param.ts'
import { keyFirst, keyOf } from '../keys/key-value.ts'
import { currentRoute, navigate } from '../navigation.ts'
import { discardEdits } from '../staging/discard-edits.ts'
import { type Staged, stage, stagedEdits, stagedOf } from '../staging/staged-edits.ts'
import { useStore } from '../store.ts'
import { ItemEditor } from './item-editor.tsx'
import './item.css'
import { ItemFactsView } from './item-facts-view.tsx'
import { ItemKeys } from './item-keys.tsx'
import { JsonView } from './json-view.tsx'
import { NEW_ITEM } from './new-item.ts'
import { NewItemPanel } from './new-item-panel.tsx'
import { NoItem } from './no-item.tsx'
import { findUnfinishedJson, placeOfJson, unfinishedJson } from './unfinished-json.ts'
import { useItem } from './use-item.ts'
import { ViewSwitch } from './view-switch.tsx'

interface ItemPanelProps {
  readonly connection: ConnectionInfo
  readonly model: TableModel
  readonly itemKey: AttributeMap
}

/** The side panel: one item with all its attributes, its size and costs, and where it appears. */
export function ItemPanel(props: ItemPanelProps) {
  const isNew = keyParam(props.itemKey) === NEW_ITEM
  const element = useRef<HTMLElement>(null)
  useEffect(closeByEscape, [])
  useLayoutEffect(() => {
    // In a small window the panel replaces the list that it was opened from.
    if (document.activeElement?.checkVisibility() === false) element.current?.focus()
  }, [])
  return (
    <aside ref={element} class="panel" tabIndex={-1} aria-label={isNew ? 'New item' : 'Item'}>
      {isNew ? (
        <NewItemPanel connection={props.connection} model={props.model} />
      ) : (
        // A link may list the key's attributes in any order.
        <KnownItem {...props} itemKey={keyOf(props.itemKey, props.model.key)} />
      )}
    </aside>
  )
}

function KnownItem({ connection, model, itemKey }: ItemPanelProps) {
  const stored = useItem(connection.id, model.table, itemKey)
  const place = placeOfJson(connection.id, model.table, itemKey)
  const [chosen, setView] = useState<'fields' | 'json'>()
  useStore(unfinishedJson)
  useStore(stagedEdits)
  const staged = stagedOf(connection.id, model.table).get(keyParam(itemKey))
  const item = staged === undefined ? stored.item : (staged.mine ?? staged.base)
  if (item === undefined) {
    return (
      <>
        <PanelHead title="Item" />
        <NoItem {...stored} />
      </>
    )
  }
  const entity = entityOf(model, item)
  const ordered = keyFirst(item, model.key)
  const view = chosen ?? (findUnfinishedJson(place, ordered) === undefined ? 'fields' : 'json')
  const isDeleted = staged !== undefined && staged.mine === undefined
  const readOnly = connection.readOnly || isDeleted
  const base = staged === undefined ? stored.item : staged.base
  const change = (mine: AttributeMap) => stage(connection.id, model.table, { key: itemKey, base, mine })
  return (
    <>
      <PanelHead title={entity ?? 'Item'} entity={entity} model={model} />
      <ItemKeys model={model} item={item} entity={entity} />
      <div class="panel-tools">
        <ViewSwitch view={view} onChange={setView} />
        <span class="grow" />
        <ItemActions
          connection={connection}
          model={model}
          item={item}
          itemKey={itemKey}
          staged={staged}
          isDeleted={isDeleted}
          onDelete={() => stage(connection.id, model.table, { key: itemKey, base })}
        />
      </div>
      {staged?.conflict === undefined ? null : (
        <p class="notice bad panel-notice">
          This item was changed elsewhere since you read it. Review the staged changes to resolve the
          conflict.
        </p>
      )}
      {isDeleted ? <p class="notice bad panel-notice">Staged: this item will be deleted.</p> : null}
      <div class="panel-scroll">
        {view === 'fields' ? (
          <ItemEditor
            item={item}
            base={base}
            keyNames={Object.keys(itemKey)}
            readOnly={readOnly}
            onChange={change}
          />
        ) : (
          <JsonView
            key={place}
            place={place}
            item={ordered}
            readOnly={readOnly}
            onChange={(edited) => {
              // It is not half typed any more, which was perhaps why JSON was shown.
              setView('json')
              if (keyParam(keyOf(edited, model.key)) === keyParam(itemKey)) change(edited)
              else throw new SyntaxError('The key cannot change: duplicate the item instead.')
            }}
          />
        )}
      </div>
      <ItemFactsView model={model} item={item} />
    </>
  )
}

function PanelHead({
  title,
  entity,
  model,
}: {
  readonly title: string
  readonly entity?: string | undefined
  readonly model?: TableModel
}) {
  return (
    <header class="panel-head">
      {entity === undefined || model === undefined ? (
        <h2>{title}</h2>
      ) : (
        <h2 class="entity large" style={entityStyle(model, entity)}>
          {title}
        </h2>
      )}
      <button type="button" class="button quiet icon-only" aria-label="Close item" onClick={closePanel}>
        <Icon name="close" />
      </button>
    </header>
  )
}

interface ItemActionsProps extends ItemPanelProps {
  readonly item: AttributeMap
  readonly staged: Staged | undefined
  readonly isDeleted: boolean
  readonly onDelete: () => void
}

function ItemActions(props: ItemActionsProps) {
  const { connection, model, item, itemKey, staged, isDeleted, onDelete } = props
  const copy = () =>
    void navigator.clipboard
      .writeText(JSON.stringify(item, null, 2))
      .then(() => toast('Item copied.'), toastFailure)
  return (
    <>
      <IconButton name="copy" label="Copy as DynamoDB JSON" onClick={copy} />
      {staged !== undefined ? (
        <IconButton
          name="undo"
          label="Discard staged changes"
          onClick={() => discardEdits(connection.id, model.table, [staged])}
        />
      ) : null}
      {connection.readOnly || isDeleted ? null : (
        <>
          <IconButton
            name="plus"
            label="Duplicate"
            onClick={() => navigate({ params: { item: NEW_ITEM, from: undefined, like: keyParam(itemKey) } })}
          />
          <IconButton name="trash" label="Delete item" onClick={onDelete} />
        </>
      )}
    </>
  )
}

function IconButton({
  name,
  label,
  onClick,
}: {
  readonly name: Parameters<typeof Icon>[0]['name']
  readonly label: string
  readonly onClick: () => void
}) {
  return (
    <button type="button" class="button quiet icon-only" aria-label={label} title={label} onClick={onClick}>
      <Icon name={name} />
    </button>
  )
}

function closePanel(): void {
  navigate({ params: { item: undefined, from: undefined, like: undefined } })
}

function closeByEscape(): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    if (document.querySelector('dialog[open]') !== null) return
    if (hasOwn(currentRoute.value.params, 'item')) closePanel()
  }
  addEventListener('keydown', onKeyDown)
  return () => removeEventListener('keydown', onKeyDown)
}
