import type { ConnectionInfo, SampleInfo, TableModel, WorkbenchState } from '../shared/api.ts'
import { api, sendOrThrow } from './api-client.ts'
import { leadOn } from './frame/lead-on.ts'
import { messageOf } from './message-of.ts'
import { currentRoute, navigate } from './navigation.ts'
import { NewestAnswers } from './newest-answers.ts'
import { adviseOn } from './operations/error-advice.ts'
import { Store } from './store.ts'

export interface TableList {
  readonly names: readonly string[]
  /** Set if the list is incomplete. */
  readonly isPart?: true
  /** Why the tables could not be listed. */
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

/** These requests are repeated, by a timer and after each change. */
const answers = new NewestAnswers()

/** Loads the connections and then their tables, and at the same time the model that the URL asks for. */
export async function loadWorkbench(): Promise<void> {
  const { connection, table } = currentRoute.value
  if (connection !== undefined && table !== undefined) {
    preloaded = { key: modelKey(connection, table), answer: loadModel(connection, table) }
    preloaded.answer.catch(() => undefined)
  }
  try {
    const workbench = await loadState()
    await Promise.all(unlisted(workbench).map(({ id }) => loadTables(id)))
    goSomewhere()
  } catch (error) {
    appState.update((state) => ({ ...state, failure: messageOf(error) }))
  }
}

/** Loads the tables of a connection; the known ones stay until the answer arrives. */
export async function loadTables(id: string): Promise<void> {
  const asked = answers.ask()
  const list = await listTables(id).catch((error) => ({
    names: appState.value.tables.get(id)?.names ?? [],
    failure: messageOf(error),
    advice: error instanceof Error ? adviseOn(error) : undefined,
  }))
  if (!answers.take(listOf(id), asked)) return
  appState.update((state) => ({ ...state, tables: new Map(state.tables).set(id, list) }))
}

/**
 * Loads the model of a table, even while another request for it is in flight, since the model may have changed since.
 */
export async function loadModel(id: string, table: string): Promise<TableModel> {
  const key = modelKey(id, table)
  const asked = answers.ask()
  const model = await api.model(id, table)
  if (answers.take(key, asked))
    appState.update((state) => ({ ...state, models: new Map(state.models).set(key, model) }))
  return model
}

/** The model that was requested while the page was starting. */
let preloaded: { readonly key: string; readonly answer: Promise<TableModel> } | undefined

/** Ensures that there is a model of a table, no older than the moment when the table was opened. */
export async function openModel(id: string, table: string): Promise<void> {
  const underWay = preloaded?.key === modelKey(id, table) ? preloaded.answer : undefined
  preloaded = undefined
  await (underWay ?? loadModel(id, table))
}

export function modelKey(id: string, table: string): string {
  return `${id}\n${table}`
}

export function findConnection(id: string | undefined): ConnectionInfo | undefined {
  return appState.value.workbench?.connections.find((connection) => connection.id === id)
}

/** Reloads the list of connections, and their tables where those are unknown. */
export async function refreshConnections(): Promise<void> {
  const workbench = await loadState()
  const unknown = unlisted(workbench).filter(({ id }) => !appState.value.tables.has(id))
  await Promise.all(unknown.map(({ id }) => loadTables(id)))
}

/**
 * Reloads connections and tables. Of the connections that need a request to list their tables, asks all, or only the
 * servers that could not be reached.
 */
export async function refreshTables({ all }: { readonly all: boolean }): Promise<void> {
  try {
    const workbench = await loadState()
    const { tables } = appState.value
    const isLost = ({ id, kind }: ConnectionInfo) =>
      kind === 'endpoint' && tables.get(id)?.failure !== undefined
    const wanted = unlisted(workbench).filter((connection) => all || isLost(connection))
    await Promise.all(wanted.map(({ id }) => loadTables(id)))
  } catch (error) {
    appState.update((state) => ({ ...state, failure: messageOf(error) }))
  }
}

/** Loads the state of the workbench. If it has not changed, nothing is redrawn. */
async function loadState(): Promise<WorkbenchState> {
  const asked = answers.ask()
  const answer = await api.state()
  const isNewest = answers.take('workbench', asked)
  const isNewestList = ({ id }: ConnectionInfo) => answers.take(listOf(id), asked)
  const lists = answer.connections.flatMap((connection) =>
    connection.tables !== undefined && isNewestList(connection)
      ? [[connection.id, { names: connection.tables }] as const]
      : [],
  )
  appState.update((state) => {
    const { failure, ...rest } = state
    const next = {
      ...rest,
      ...(isNewest && { workbench: answer }),
      tables: new Map([...state.tables, ...lists]),
    }
    const isNews =
      failure !== undefined ||
      !isSame(state.workbench, next.workbench) ||
      !isSame([...state.tables], [...next.tables])
    return isNews ? next : state
  })
  return answer
}

/** Names the list of a connection's tables for `answers`, whichever request returns it. */
function listOf(id: string): string {
  return `tables of ${id}`
}

/** Returns the connections that need a request to list their tables. */
function unlisted({ connections }: WorkbenchState): readonly ConnectionInfo[] {
  return connections.filter(({ tables }) => tables === undefined)
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Creates the missing tables of the model file, and goes to the first of them. */
export async function createModelTables(connection: string): Promise<void> {
  const lead = leadOn()
  const { tables } = await api.createModelTables(connection)
  await loadTables(connection)
  const [table] = tables
  lead(`${tables.join(', ')} ${tables.length === 1 ? 'was' : 'were'} created.`, () =>
    navigate({ connection, table, screen: 'collections' }),
  )
}

/** Returns the samples that can be opened: none, if nothing may be written anywhere. */
export function openableSamples(workbench: WorkbenchState | undefined): readonly SampleInfo[] {
  const isWritable = workbench?.connections.some(({ readOnly }) => !readOnly) ?? false
  return workbench !== undefined && isWritable ? workbench.samples : []
}

/** Opens a sample and goes to it. */
export async function openSample(name: string): Promise<void> {
  const lead = leadOn()
  const { connection, table } = await api.openSample(name)
  await refreshConnections()
  await loadTables(connection)
  lead(`${table} was created.`, () => navigate({ connection, table, screen: 'collections' }))
}

/** Goes to the first table, if there is one, when the URL names none. */
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
