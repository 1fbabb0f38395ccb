import type { AttributeMap } from '@monotable/protocol'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { dataVersion } from '../data-version.ts'
import { toastFailure } from '../frame/toasts.tsx'
import { entityOf } from '../keys/entity-of.ts'
import { keyParam, parseKeyParam } from '../keys/key-param.ts'
import { keyOf, partitionText } from '../keys/key-value.ts'
import type { ScreenProps } from '../screen-props.ts'
import { stagedEdits, stagedOf } from '../staging/staged-edits.ts'
import { useStore } from '../store.ts'
import { CollectionGrid } from './collection-grid.tsx'
import { CollectionLoader } from './collection-loader.ts'
import './collections.css'
import { EmptyRows } from './empty-rows.tsx'
import { EntityTable } from './entity-table.tsx'
import { FilterBar } from './filter-bar.tsx'
import { IndexTabs } from './index-tabs.tsx'
import { JsonLines } from './json-lines.tsx'
import { NewRows } from './new-rows.tsx'
import { keyModelOf, readRequest } from './read-request.ts'
import { StatusBar } from './status-bar.tsx'
import { useWritten } from './use-written.ts'
import type { ViewProps } from './view-props.ts'

const FIRST_ROWS = 60
const PATIENCE_MS = 400

/** A table as item collections, as a table of one entity, or as JSON. */
export function CollectionsScreen({ connection, table, model, route, navigate }: ScreenProps) {
  const { params } = route
  const index = model.indexes.some(({ name }) => name === params['index']) ? params['index'] : undefined
  const view = params['view'] === 'table' || params['view'] === 'json' ? params['view'] : 'collections'
  const entity = params['entity'] ?? (view === 'table' ? model.entities[0]?.name : undefined)
  const [reloads, setReloads] = useState(0)
  const version = useStore(dataVersion)
  useStore(stagedEdits)

  const { pk, sk } = params
  const reading = useMemo(() => {
    const key = keyModelOf(model, index)
    const loader = new CollectionLoader({
      connection: connection.id,
      request: readRequest(model, { index, pk, sk }),
      partitionOf: (item) => partitionText(item, key),
      accepts: entity === undefined ? undefined : (item) => entityOf(model, item) === entity,
    })
    return { loader, params, index, entity, what: JSON.stringify([index, pk, sk, entity, keyShape(model)]) }
    // The model may be reloaded without affecting what is read.
  }, [connection.id, table, index, pk, sk, entity, reloads, version, keyShape(model)])
  const shown = useShown(reading)
  const written = useWritten(connection.id, table, shown.loader)
  const state = useStore(shown.loader.state)
  const reload = () => setReloads((count) => count + 1)

  const props: ViewProps = {
    model,
    index: shown.index,
    loader: shown.loader,
    count: state.count,
    staged: new Map([...written, ...stagedOf(connection.id, table)]),
    selected: selectedKey(params['item'], model),
    lit: useLit(params['lit']),
    entity: shown.entity,
    onOpen: (item: AttributeMap, how) =>
      navigate({ params: { item: keyParam(keyOf(item, model.key)) } }, how),
  }
  return (
    <section class="screen" aria-label="Collections">
      <IndexTabs model={model} index={index} navigate={navigate} view={view} />
      <FilterBar
        model={model}
        params={params}
        index={index}
        entity={entity}
        navigate={navigate}
        readOnly={connection.readOnly}
        onReload={reload}
        onSave={state.isDone && state.count > 0 ? () => void saveRows(model, shown) : undefined}
      />
      <NewRows {...props} />
      {shown !== reading && <NotReadAgain loader={reading.loader} onReload={reload} />}
      {state.count === 0 && (state.isDone || state.failure !== undefined) ? (
        <EmptyRows
          connection={connection}
          model={model}
          params={shown.params}
          navigate={navigate}
          failure={state.failure}
          onReload={reload}
        />
      ) : view === 'table' ? (
        <EntityTable {...props} />
      ) : view === 'json' ? (
        <JsonLines {...props} />
      ) : (
        <CollectionGrid {...props} />
      )}
      <StatusBar
        loader={shown.loader}
        next={shown === reading ? undefined : reading.loader}
        isQuery={readRequest(model, { ...shown, pk: shown.params['pk'] }).operation === 'Query'}
      />
    </section>
  )
}

/** What is read, with the parameters it is read for: rows are drawn with the parameters they were read with. */
interface Reading extends Pick<ViewProps, 'loader' | 'index' | 'entity'> {
  readonly params: ScreenProps['route']['params']
  /** The same for readings of the same rows. */
  readonly what: string
}

/** Says that the rows are those of an earlier time. */
function NotReadAgain({ loader, onReload }: Pick<Reading, 'loader'> & { readonly onReload: () => void }) {
  const { failure } = useStore(loader.state)
  if (failure === undefined) return null
  return (
    <div class="notice bad not-read-again" role="alert">
      <p>These items are as they were: they could not be read again. {failure}</p>
      <button type="button" class="button" onClick={onReload}>
        Try again
      </button>
    </div>
  )
}

/** Saves the rows as a file. The code for that is loaded only now, since few users need it. */
async function saveRows({ table, key }: ScreenProps['model'], { loader, index, entity }: Reading) {
  try {
    const { saveCsv } = await import('../csv/save-csv.ts')
    saveCsv([table, index, entity].filter((name) => name !== undefined).join('-'), loader.rows, key)
  } catch (error) {
    toastFailure(error)
  }
}

/**
 * Returns what to show: the previous rows stay for a moment, until there is something to show of the next. The same rows
 * stay until they have been read again, however long that takes, and also if they cannot be read.
 */
function useShown(reading: Reading): Reading {
  const [shown, setShown] = useState(reading)
  useEffect(() => {
    const { loader, what } = reading
    const show = () => setShown(reading)
    const isAgain = shown.what === what && shown.loader.state.value.count > 0
    const unsubscribe = loader.state.subscribe(() => {
      const { count, isDone, failure } = loader.state.value
      if (count > 0 || isDone || (failure !== undefined && !isAgain)) show()
    })
    const timer = isAgain ? undefined : setTimeout(show, PATIENCE_MS)
    void loader.loadTo(FIRST_ROWS)
    return () => {
      clearTimeout(timer)
      unsubscribe()
      loader.stop()
    }
  }, [reading])
  return shown
}

function useLit(text: string | undefined): ReadonlySet<string> | undefined {
  return useMemo(() => {
    if (text === undefined) return undefined
    try {
      const keys: unknown = JSON.parse(text)
      return Array.isArray(keys) ? new Set(keys.map(String)) : undefined
    } catch {
      return undefined
    }
  }, [text])
}

function selectedKey(item: string | undefined, model: ScreenProps['model']): string | undefined {
  const key = parseKeyParam(item)
  return key === undefined ? undefined : keyParam(keyOf(key, model.key))
}

function keyShape({ key, indexes, entities }: ScreenProps['model']): string {
  return JSON.stringify([key, indexes, entities.map(({ name }) => name)])
}
