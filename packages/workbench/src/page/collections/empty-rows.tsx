import type { ConnectionInfo, TableModel } from '../../shared/api.ts'
import { chooseFile } from '../frame/import-file.ts'
import { openNewItem } from '../item/new-item.ts'
import type { Navigate } from '../navigation.ts'
import { nothingFits } from './nothing-fits.ts'

interface EmptyRowsProps {
  readonly connection: ConnectionInfo
  readonly model: TableModel
  readonly params: { readonly [name: string]: string }
  readonly navigate: Navigate
  readonly failure: string | undefined
  readonly onReload: () => void
}

/** Nothing to show: why, and what to do next. */
export function EmptyRows({ connection, model, params, navigate, failure, onReload }: EmptyRowsProps) {
  const { pk, sk, entity, index } = params
  if (failure !== undefined) {
    return (
      <div class="empty">
        <h2>It could not be read</h2>
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
    return (
      <div class="empty">
        <h2>Nothing fits</h2>
        <p>{nothingFits(model, params)}</p>
        <div class="actions">
          <button
            type="button"
            class="button"
            onClick={() => navigate({ params: { pk: undefined, sk: undefined, entity: undefined } })}
          >
            Show everything
          </button>
        </div>
      </div>
    )
  }
  if (index !== undefined) {
    return (
      <div class="empty">
        <h2>{index} is empty</h2>
        <p>No item has the keys of this index. Only items that have them are in it.</p>
      </div>
    )
  }
  return (
    <div class="empty">
      <h2>{model.table} is empty</h2>
      <p>
        Add the first item, or import a CSV file, or one of NoSQL Workbench's, which brings tables of its own.
        You can also drop it on this page.
      </p>
      {connection.readOnly ? null : (
        <div class="actions">
          <button type="button" class="button primary" onClick={() => openNewItem('')}>
            New item
          </button>
          <button type="button" class="button" onClick={() => chooseFile(connection.id)}>
            Import a file
          </button>
        </div>
      )}
    </div>
  )
}
