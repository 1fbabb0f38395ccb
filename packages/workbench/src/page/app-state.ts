import type { ConnectionInfo, TableModel, WorkbenchState } from '../shared/api.ts'
import { api, sendOrThrow } from './api-client.ts'
import { messageOf } from './message-of.ts'
import { currentRoute, navigate } from './navigation.ts'
import { adviseOn } from './operations/error-advice.ts'
import { Store } from './store.ts'

export interface TableList {
  readonly names: readonly string[]
  /** That there are more than are listed. */
  readonly isPart?: true
  /** Why they could not be asked for. */
  readonly failure?: string | undefined
  readonly advice?: string | undefined
}

interface AppState {
  readonly workbench?: WorkbenchState
  readonly failure?: string
  /** The tables of each connection, once they are known. */
  readonly tables: ReadonlyMap<string, TableList>
  /** The models of tables, by connection and table. */
  readonly models: ReadonlyMap<string, TableModel>
}

const LIST_PAGES_MAX = 50

export const appState = new Store<AppState>({ tables: new Map(), models: new Map() })

/** Asks for the connections, and then for their tables; and at once for what the address says is wanted. */
export async function loadWorkbench(): Promise<void> {
  const { connection, table } = currentRoute.value
  if (connection !== undefined && table !== undefined) {
    preloaded = modelKey(connection, table)
    void loadModel(connection, table).catch(() => undefined)
  }
  try {
    const workbench = await api.state()
    takeState(workbench)
    await Promise.all(unlisted(workbench).map(({ id }) => loadTables(id)))
    goSomewhere()
  } catch (error) {
    appState.update((state) => ({ ...state, failure: messageOf(error) }))
  }
}

/** Asks a connection for its tables; those that were known stay until it has answered. */
export async function loadTables(id: string): Promise<void> {
  const list = await listTables(id).catch((error) => ({
    names: appState.value.tables.get(id)?.names ?? [],
    failure: messageOf(error),
    advice: error instanceof Error ? adviseOn(error) : undefined,
  }))
  appState.update((state) => ({ ...state, tables: new Map(state.tables).set(id, list) }))
}

const asked = new Map<string, Promise<TableModel>>()

/** Asks for a table's model; those who ask at the same time are answered together. */
export async function loadModel(id: string, table: string): Promise<TableModel> {
  const key = modelKey(id, table)
  const answer = asked.get(key) ?? api.model(id, table).finally(() => asked.delete(key))
  asked.set(key, answer)
  const model = await answer
  appState.update((state) => ({ ...state, models: new Map(state.models).set(modelKey(id, table), model) }))
  return model
}

/** The model that was asked for while the page was starting. */
let preloaded: string | undefined

/** Makes sure that there is a model of a table, as new as when the table was opened. */
export async function openModel(id: string, table: string): Promise<void> {
  const isUnderWay = preloaded === modelKey(id, table)
  preloaded = undefined
  if (!isUnderWay || !appState.value.models.has(modelKey(id, table))) await loadModel(id, table)
}

export function modelKey(id: string, table: string): string {
  return `${id}\n${table}`
}

export function findConnection(id: string | undefined): ConnectionInfo | undefined {
  return appState.value.workbench?.connections.find((connection) => connection.id === id)
}

/** Reads the list of connections anew, and their tables where they are not known. */
export async function refreshConnections(): Promise<void> {
  const workbench = await api.state()
  takeState(workbench)
  const unknown = unlisted(workbench).filter(({ id }) => !appState.value.tables.has(id))
  await Promise.all(unknown.map(({ id }) => loadTables(id)))
}

/**
 * Reads anew which connections and tables there are. Of connections that have to be asked for their tables all are
 * asked, or only servers that could not be reached.
 */
export async function refreshTables({ all }: { readonly all: boolean }): Promise<void> {
  try {
    const workbench = await api.state()
    takeState(workbench)
    const { tables } = appState.value
    const isLost = ({ id, kind }: ConnectionInfo) =>
      kind === 'endpoint' && tables.get(id)?.failure !== undefined
    const wanted = unlisted(workbench).filter((connection) => all || isLost(connection))
    await Promise.all(wanted.map(({ id }) => loadTables(id)))
  } catch (error) {
    appState.update((state) => ({ ...state, failure: messageOf(error) }))
  }
}

/** Takes over what the workbench says of itself. Where that is nothing new, nothing is drawn anew. */
function takeState(workbench: WorkbenchState): void {
  appState.update((state) => {
    if (state.failure === undefined && isSame(state.workbench, workbench)) return state
    const tables = new Map(state.tables)
    for (const { id, tables: names } of workbench.connections)
      if (names !== undefined) tables.set(id, { names })
    const { failure: _, ...rest } = state
    return { ...rest, workbench, tables }
  })
}

/** Connections whose tables have to be asked for. */
function unlisted({ connections }: WorkbenchState): readonly ConnectionInfo[] {
  return connections.filter(({ tables }) => tables === undefined)
}

function isSame(one: WorkbenchState | undefined, other: WorkbenchState): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Makes the tables of the model file that are not there, and goes to the first of them. */
export async function createModelTables(connection: string): Promise<void> {
  const { tables } = await api.createModelTables(connection)
  await loadTables(connection)
  navigate({ connection, table: tables[0], screen: 'collections' })
}

/** Opens a sample and goes to it. */
export async function openSample(name: string): Promise<void> {
  const { connection, table } = await api.openSample(name)
  await refreshConnections()
  await loadTables(connection)
  navigate({ connection, table, screen: 'collections' })
}

/** A bare address shows the first table there is, if there is one. */
function goSomewhere(): void {
  const { tables, workbench } = appState.value
  const route = currentRoute.value
  const connection = findConnection(route.connection) ?? workbench?.connections[0]
  if (connection === undefined || route.table !== undefined) return
  const table = tables.get(connection.id)?.names[0]
  if (route.connection === undefined || table !== undefined) {
    navigate({ connection: connection.id, table }, { replace: true })
  }
}

async function listTables(id: string): Promise<TableList> {
  const names: string[] = []
  let start: unknown
  for (let page = 0; page < LIST_PAGES_MAX; page++) {
    const input = start === undefined ? {} : { ExclusiveStartTableName: start }
    const output = await sendOrThrow(id, 'ListTables', input)
    names.push(...((output['TableNames'] ?? []) as string[]))
    start = output['LastEvaluatedTableName']
    if (start === undefined) return { names }
  }
  return { names, isPart: true }
}
