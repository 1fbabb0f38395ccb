import type { ConnectionInfo, TableModel } from '../../shared/api.ts'
import { chooseFile } from '../frame/import-file.ts'
import { readOnlyAdvice } from '../frame/read-only-advice.ts'
import { openNewItem } from '../item/new-item.ts'
import type { Navigate } from '../navigation.ts'
import { nothingFits, widerFilter } from './nothing-fits.ts'

interface EmptyRowsProps {
  readonly connection: ConnectionInfo
  readonly model: TableModel
  readonly params: { readonly [name: string]: string }
  readonly navigate: Navigate
  readonly failure: string | undefined
  readonly onReload: () => void
}

/** Explains why there are no rows, and what to do next. */
export function EmptyRows({ connection, model, params, navigate, failure, onReload }: EmptyRowsProps) {
  const { pk, sk, entity, index } = params
  if (failure !== undefined) {
    return (
      <div class="empty">
        <h2>The items could not be read</h2>
        <p>{failure}</p>
        <div class="actions">
          <button type="button" class="button" onClick={onReload}>
            Try again
          </button>
        </div>
      </div>
    )
  }
  if (pk !== undefined || sk !== undefined || entity !== undefined) {
    const wider = widerFilter(model, params)
    return (
      <div class="empty">
        <h2>No matching items</h2>
        <p>{nothingFits(model, params)}</p>
        <div class="actions">
          {wider === undefined ? null : (
            <button
              type="button"
              class="button"
              title="Reads the whole table or index"
              onClick={() => navigate({ params: { pk: wider, sk: undefined } })}
            >
              Scan for keys that begin with it
            </button>
          )}
          <button
            type="button"
            class="button"
            onClick={() => navigate({ params: { pk: undefined, sk: undefined, entity: undefined } })}
          >
            Clear filters
          </button>
        </div>
      </div>
    )
  }
  if (index !== undefined) {
    return (
      <div class="empty">
        <h2>{index} is empty</h2>
        <p>No item has this index’s keys. Only items that have them appear here.</p>
      </div>
    )
  }
  return (
    <div class="empty">
      <h2>{model.table} is empty</h2>
      {connection.readOnly ? (
        <p>
          {connection.name} is read-only. {readOnlyAdvice()}
        </p>
      ) : (
        <>
          <p>
            Add the first item, or import a CSV file. A NoSQL Workbench file brings its own tables. You can
            also drop a file on this page.
          </p>
          <div class="actions">
            <button type="button" class="button primary" onClick={() => openNewItem('')}>
              New item
            </button>
            <button type="button" class="button" onClick={() => chooseFile(connection.id)}>
              Import a file
            </button>
          </div>
        </>
      )}
    </div>
  )
}
