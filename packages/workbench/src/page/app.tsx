import { useEffect, useState } from 'preact/hooks'
import { listen } from './api-client.ts'
import { appState, findConnection, loadModel, modelKey, openModel } from './app-state.ts'
import { DeleteTableDialog } from './frame/delete-table-dialog.tsx'
import { acceptDrops } from './frame/import-file.ts'
import { ImportReportDialog } from './frame/import-report-dialog.tsx'
import { keepFocus } from './frame/keep-focus.ts'
import {
  BackupsDialog,
  ChangeTableDialog,
  CloneTableDialog,
  ConnectionsDialog,
  CreateTableDialog,
  ImportCsvDialog,
  TableCodeDialog,
  TableDialog,
} from './frame/late-dialogs.tsx'
import { DeletedTable, MissingTable, useIsMissing } from './frame/missing-table.tsx'
import { openDialog } from './frame/open-dialog.ts'
import { Palette } from './frame/palette.tsx'
import { SideBar } from './frame/side-bar.tsx'
import { TableScreen } from './frame/table-screen.tsx'
import { Toasts } from './frame/toasts.tsx'
import { TopBar } from './frame/top-bar.tsx'
import { Welcome } from './frame/welcome.tsx'
import { ItemPanel } from './item/item-panel.tsx'
import { parseKeyParam } from './keys/key-param.ts'
import { messageOf } from './message-of.ts'
import { currentRoute } from './navigation.ts'
import { StagedBar } from './staging/staged-bar.tsx'
import { StagedDialog } from './staging/staged-dialog.tsx'
import { guardStaged } from './staging/staged-edits.ts'
import { useStore } from './store.ts'
import { watchTables } from './watch-tables.ts'

/** The whole page: tables on the left, the screen in the middle, the chosen item on the right. */
export function App() {
  const { workbench, failure, models, tables } = useStore(appState)
  const route = useStore(currentRoute)
  const [isOver, setIsOver] = useState(false)
  const connection = findConnection(route.connection)
  const { table } = route
  const model =
    connection === undefined || table === undefined ? undefined : models.get(modelKey(connection.id, table))
  const isMissing = useIsMissing(connection?.id, table)
  const modelFailure = useModel(connection?.id, table, isMissing)
  useEffect(() => acceptDrops(setIsOver), [])
  useEffect(openPaletteByKey, [])
  useEffect(keepFocus, [])
  useEffect(guardStaged, [])
  useEffect(watchTables, [])
  useEffect(() => {
    document.title = table === undefined ? 'Monotable' : `${table} · Monotable`
  }, [table])

  // Until it is known that there are no tables, the page does not explain how to get one.
  const awaited = connection ?? workbench?.connections[0]
  const isListing = table === undefined && awaited !== undefined && !tables.has(awaited.id)
  const isElsewhere = workbench !== undefined && route.connection !== undefined && connection === undefined
  const itemKey = parseKeyParam(route.params['item'])
  const hasPanel = itemKey !== undefined && model !== undefined && connection !== undefined
  return (
    <div class={hasPanel ? 'frame with-panel' : 'frame'}>
      <SkipButton />
      <SideBar />
      <TopBar
        connection={connection}
        table={isElsewhere ? undefined : table}
        model={model}
        isMissing={isMissing}
      />
      <main class="main" tabIndex={-1}>
        {failure === undefined ? null : <p class="notice bad">{failure}</p>}
        {workbench?.modelError === undefined ? null : <p class="notice bad">{workbench.modelError}</p>}
        {isElsewhere ? (
          <p class="notice warn" role="alert">
            This link is for a connection that does not exist here. Open the table from the list, or add the
            connection again.
          </p>
        ) : null}
        {isMissing && connection !== undefined && table !== undefined ? (
          model === undefined ? (
            <MissingTable connection={connection} table={table} />
          ) : (
            <DeletedTable connection={connection} table={table} />
          )
        ) : null}
        {isMissing && model === undefined ? null : modelFailure !== undefined && model === undefined ? (
          <div class="empty">
            <p>{modelFailure.message}</p>
            <div class="actions">
              <button type="button" class="button" onClick={modelFailure.retry}>
                Try again
              </button>
            </div>
          </div>
        ) : workbench === undefined || isListing ? (
          <Reading />
        ) : table === undefined || connection === undefined ? (
          <Welcome connection={connection} />
        ) : model === undefined ? (
          <Reading />
        ) : (
          <>
            <TableScreen connection={connection} table={table} model={model} route={route} />
            <StagedBar connection={connection} table={table} />
          </>
        )}
      </main>
      {hasPanel ? (
        <ItemPanel
          key={`${connection.id} ${table} ${route.params['item']}`}
          connection={connection}
          model={model}
          itemKey={itemKey}
        />
      ) : null}
      <OpenedDialog />
      <Toasts />
      {isOver ? <div class="drop-veil">Drop a CSV or NoSQL Workbench file to import it</div> : null}
    </div>
  )
}

/** Shown while something is loading; its text appears only if that takes a while. */
function Reading() {
  return (
    <div class="screen" aria-busy="true">
      <p class="empty late">Reading…</p>
    </div>
  )
}

/** Skips what is the same on every screen, for users of the keyboard. A link would change the URL. */
function SkipButton() {
  return (
    <button
      type="button"
      class="button skip"
      onClick={() => document.querySelector<HTMLElement>('main')?.focus()}
    >
      Skip to the content
    </button>
  )
}

function OpenedDialog() {
  const opened = useStore(openDialog)
  switch (opened?.kind) {
    case 'palette':
      return <Palette />
    case 'connections':
      return <ConnectionsDialog />
    case 'create-table':
      return <CreateTableDialog connection={opened.connection} name={opened.name} />
    case 'table':
      return <TableDialog connection={opened.connection} table={opened.table} />
    case 'change-table':
      return <ChangeTableDialog connection={opened.connection} table={opened.table} />
    case 'clone-table':
      return <CloneTableDialog connection={opened.connection} table={opened.table} />
    case 'table-code':
      return <TableCodeDialog connection={opened.connection} table={opened.table} />
    case 'backups':
      return <BackupsDialog connection={opened.connection} table={opened.table} />
    case 'delete-table':
      return <DeleteTableDialog connection={opened.connection} table={opened.table} />
    case 'import-report':
      return <ImportReportDialog file={opened.file} report={opened.report} />
    case 'import-csv':
      return (
        <ImportCsvDialog
          key={`${opened.file.name} ${opened.file.lastModified} ${opened.file.size}`}
          connection={opened.connection}
          table={opened.table}
          file={opened.file}
        />
      )
    case 'staged':
      return <StagedDialog />
    default:
      return null
  }
}

/** Loads the model of the table, and reloads it when an event says that it has changed. */
function useModel(
  connection: string | undefined,
  table: string | undefined,
  isMissing: boolean,
): ModelFailure | undefined {
  const [failure, setFailure] = useState<string>()
  const [attempt, setAttempt] = useState(0)
  const retry = () => setAttempt((count) => count + 1)
  const isReached = useStore(appState).failure === undefined
  // Requests that failed while the connection was down, or before the table was there, are repeated afterwards.
  useEffect(() => {
    if (isReached && !isMissing && failure !== undefined) retry()
  }, [isReached, isMissing])
  useEffect(() => {
    setFailure(undefined)
    if (connection === undefined || table === undefined) return
    let isGone = false
    const onFailure = (error: unknown) => {
      if (!isGone) setFailure(messageOf(error))
    }
    openModel(connection, table).catch(onFailure)
    const end = listen(connection, table, (event) => {
      if (event.type === 'model') loadModel(connection, table).catch(onFailure)
    })
    return () => {
      isGone = true
      end()
    }
  }, [connection, table, attempt])
  return failure === undefined ? undefined : { message: failure, retry }
}

/** Why the model of a table is unavailable, and how to request it again. */
interface ModelFailure {
  readonly message: string
  readonly retry: () => void
}

function openPaletteByKey(): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.metaKey || event.ctrlKey) || event.key.toLowerCase() !== 'k') return
    event.preventDefault()
    // Replacing a dialog would lose what was typed there, and stop its work.
    if (document.querySelector('dialog[open]') === null) openDialog.set({ kind: 'palette' })
  }
  addEventListener('keydown', onKeyDown)
  return () => removeEventListener('keydown', onKeyDown)
}
