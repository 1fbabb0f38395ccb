import type { ConnectionInfo } from '../../shared/api.ts'
import { appState, createModelTables, loadTables, openableSamples, openSample } from '../app-state.ts'
import { useStore } from '../store.ts'
import { chooseFile } from './import-file.ts'
import { openDialog } from './open-dialog.ts'
import { readOnlyAdvice } from './read-only-advice.ts'
import { toastFailure } from './toasts.tsx'

/** Shown if there are no tables: every way to get one. */
export function Welcome({ connection }: { readonly connection?: ConnectionInfo | undefined }) {
  const { workbench, tables } = useStore(appState)
  const list = tables.get(connection?.id ?? '')
  const names = list?.names ?? []
  const isEmpty = names.length === 0
  const missing = (workbench?.modelTables ?? []).filter((name) => !names.includes(name))
  const samples = openableSamples(workbench)
  const isReadOnly = connection?.readOnly ?? false
  return (
    <div class="screen" style={{ overflowY: 'auto' }}>
      <div class="welcome">
        <header>
          <h1>
            {connection === undefined || isEmpty
              ? 'Welcome to Monotable'
              : `No table is open in ${connection.name}`}
          </h1>
          <p>
            See a table the way you think of it: item collections, indexes, access patterns, hot keys and
            cost.{samples.length === 0 ? '' : ' Start with a sample, or bring your own.'}
          </p>
        </header>
        {connection === undefined || list?.failure === undefined ? null : (
          <div class="notice bad" role="alert">
            <p>
              The tables of {connection.name} could not be listed. {list.failure}
            </p>
            {list.advice === undefined ? null : <p>{list.advice}</p>}
            <p>
              <button type="button" class="button" onClick={() => void loadTables(connection.id)}>
                Try again
              </button>
            </p>
          </div>
        )}
        {isReadOnly ? (
          <ReadOnly connection={connection?.name ?? ''} isLocked={workbench?.readOnly ?? false} />
        ) : null}
        {connection === undefined || isReadOnly || missing.length === 0 ? null : (
          <div class="cards">
            <button
              type="button"
              class="card"
              onClick={() => void createModelTables(connection.id).catch(toastFailure)}
            >
              <strong>Create {missing.join(', ')}</strong>
              <span>
                {missing.length === 1 ? 'The table' : 'The tables'} of {workbench?.modelFile}, with keys and
                indexes.
              </span>
            </button>
          </div>
        )}
        {samples.length === 0 ? null : (
          <div class="cards">
            {samples.map(({ name, title, description }) => (
              <button
                type="button"
                class="card"
                key={name}
                onClick={() => void openSample(name).catch(toastFailure)}
              >
                <strong>{title}</strong>
                <span>{description}</span>
              </button>
            ))}
          </div>
        )}
        <div class="cards">
          {connection === undefined || isReadOnly ? null : (
            <>
              <button
                type="button"
                class="card"
                onClick={() => openDialog.set({ kind: 'create-table', connection: connection.id })}
              >
                <strong>Create a table</strong>
                <span>A partition key, a sort key and an index or two.</span>
              </button>
              <button type="button" class="card" onClick={() => chooseFile(connection.id)}>
                <strong>Import a file</strong>
                <span>A NoSQL Workbench or CSV file. You can also drop it anywhere on this page.</span>
              </button>
            </>
          )}
          <button type="button" class="card" onClick={() => openDialog.set({ kind: 'connections' })}>
            <strong>Connect to a database</strong>
            <span>A Monotable server, DynamoDB Local, or Amazon DynamoDB with an AWS profile.</span>
          </button>
        </div>
      </div>
    </div>
  )
}

/** Says why there is no way to create a table here, and what can be done about it. */
function ReadOnly({ connection, isLocked }: { readonly connection: string; readonly isLocked: boolean }) {
  return (
    <div class="notice">
      <p>
        {connection} is read-only, so no table can be created in it. {isLocked ? readOnlyAdvice() : null}
      </p>
      {isLocked ? null : (
        <p>
          <button type="button" class="button" onClick={() => openDialog.set({ kind: 'connections' })}>
            Allow writing…
          </button>
        </p>
      )}
    </div>
  )
}
