import type { TableModel } from '../../shared/api.ts'
import { appState, findConnection, modelKey, openableSamples, openSample } from '../app-state.ts'
import { currentRoute, navigate } from '../navigation.ts'
import { readSaved } from '../operations/saved-operations.ts'
import { screenNames } from '../route.ts'
import { screens } from '../screens.ts'
import { exportTables } from './export-tables.ts'
import { chooseFile } from './import-file.ts'
import { openDialog } from './open-dialog.ts'
import type { Command } from './rank-commands.ts'
import { setTheme, type Theme } from './theme.ts'
import { toastFailure } from './toasts.tsx'

/** Returns the commands that the palette offers at the moment. */
export function paletteCommands(): readonly Command[] {
  const { connection, table } = currentRoute.value
  const model =
    connection === undefined || table === undefined
      ? undefined
      : appState.value.models.get(modelKey(connection, table))
  return [
    ...(table === undefined ? [] : screenCommands()),
    ...tableCommands(),
    ...(model === undefined ? [] : modelCommands(model)),
    ...(connection === undefined ? [] : savedCommands(connection)),
    ...sampleCommands(),
    ...pageCommands(connection, table),
  ]
}

function screenCommands(): Command[] {
  return screenNames.map((screen) => ({
    kind: 'Screen',
    title: screens[screen].title,
    run: () => navigate({ screen }),
  }))
}

function tableCommands(): Command[] {
  const { workbench, tables } = appState.value
  return (workbench?.connections ?? []).flatMap(({ id, name }) =>
    (tables.get(id)?.names ?? []).map((table) => ({
      kind: 'Table',
      title: table,
      hint: name,
      run: () => navigate({ connection: id, table }),
    })),
  )
}

function modelCommands(model: TableModel): Command[] {
  return [
    ...model.indexes.map(({ name }) => ({
      kind: 'Index',
      title: name,
      hint: model.table,
      run: () => navigate({ screen: 'collections', params: { index: name, pk: undefined, sk: undefined } }),
    })),
    ...model.entities.map(({ name }) => ({
      kind: 'Entity',
      title: name,
      hint: model.table,
      run: () => navigate({ screen: 'collections', params: { entity: name, view: 'table' } }),
    })),
    ...model.patterns.map(({ name, condition }) => ({
      kind: 'Pattern',
      title: name,
      hint: condition,
      run: () => navigate({ screen: 'patterns', params: { name } }),
    })),
  ]
}

function savedCommands(connection: string): Command[] {
  return readSaved(localStorage).map(({ name, table, operation, input }) => ({
    kind: 'Saved',
    title: name,
    hint: `${operation} · ${table}`,
    run: () =>
      navigate({
        connection,
        table,
        screen: 'operations',
        params: { op: operation, input: JSON.stringify(input) },
      }),
  }))
}

function sampleCommands(): Command[] {
  return openableSamples(appState.value.workbench).map(({ name, title }) => ({
    kind: 'Sample',
    title,
    hint: 'open',
    run: () => void openSample(name).catch(toastFailure),
  }))
}

function pageCommands(connection: string | undefined, table: string | undefined): Command[] {
  const themes: readonly (readonly [Theme, string])[] = [
    ['light', 'Light theme'],
    ['dark', 'Dark theme'],
    ['auto', 'System theme'],
  ]
  return [
    { kind: 'Page', title: 'Connections…', run: () => openDialog.set({ kind: 'connections' }) },
    ...(connection === undefined ? [] : connectionCommands(connection, table)),
    ...themes.map(([theme, title]) => ({ kind: 'Theme', title, run: () => setTheme(theme) })),
  ]
}

/**
 * Returns the commands for a connection and its table; only those that change nothing if the connection is read-only.
 */
function connectionCommands(connection: string, table: string | undefined): Command[] {
  const isReadOnly = findConnection(connection)?.readOnly ?? true
  const create: Command = {
    kind: 'Page',
    title: 'Create table…',
    run: () => openDialog.set({ kind: 'create-table', connection }),
  }
  const backups: Command = {
    kind: 'Page',
    title: 'Backups of all tables…',
    hint: 'also of deleted tables',
    run: () => openDialog.set({ kind: 'backups', connection, table: undefined }),
  }
  const take: Command = {
    kind: table === undefined ? 'Page' : 'Table',
    title: table === undefined ? 'Import a file…' : `Import into ${table}…`,
    hint: 'CSV, NoSQL Workbench',
    run: () => chooseFile(connection),
  }
  return [
    ...(isReadOnly ? [] : [create, take, backups]),
    ...(table === undefined ? [] : readingCommands(connection, table)),
    ...(table === undefined || isReadOnly ? [] : changingCommands(connection, table)),
  ]
}

function readingCommands(connection: string, table: string): Command[] {
  return [
    {
      kind: 'Table',
      title: `About ${table}`,
      hint: 'keys, capacity, stream, backups',
      run: () => openDialog.set({ kind: 'table', connection, table }),
    },
    {
      kind: 'Table',
      title: `Clone ${table}…`,
      hint: 'here or in another connection',
      run: () => openDialog.set({ kind: 'clone-table', connection, table }),
    },
    {
      kind: 'Table',
      title: `${table} as code…`,
      hint: 'CloudFormation, AWS SDK, AWS CLI, Python',
      run: () => openDialog.set({ kind: 'table-code', connection, table }),
    },
    {
      kind: 'Table',
      title: `Export ${table}`,
      hint: 'NoSQL Workbench',
      run: () => void exportTables(connection, [table]).catch(toastFailure),
    },
  ]
}

function changingCommands(connection: string, table: string): Command[] {
  return [
    {
      kind: 'Table',
      title: `Change ${table}…`,
      hint: 'indexes, capacity, stream, replicas',
      run: () => openDialog.set({ kind: 'change-table', connection, table }),
    },
    {
      kind: 'Table',
      title: `Backups of ${table}…`,
      hint: 'create, restore, delete',
      run: () => openDialog.set({ kind: 'backups', connection, table }),
    },
    {
      kind: 'Table',
      title: `Delete ${table}…`,
      run: () => openDialog.set({ kind: 'delete-table', connection, table }),
    },
  ]
}
