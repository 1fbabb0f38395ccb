import type { IncomingMessage, ServerResponse } from 'node:http'
import type { KeyModel, WorkbenchState } from '../shared/api.ts'
import { ApiError, invalid, notFound, startedReadOnly } from './api-error.ts'
import { RefusedError } from './connection.ts'
import { describeConnection, type KeptConnection } from './connections.ts'
import { exportFile } from './export-file.ts'
import { importFile } from './import-file.ts'
import { loadTableModel } from './load-table-model.ts'
import { createModelTables, openSample } from './open-sample.ts'
import { putEntities, readEntityPuts } from './put-entities.ts'
import { readJsonBody } from './read-json-body.ts'
import { readNewConnection } from './read-new-connection.ts'
import { readPatternCall, runPattern } from './run-pattern.ts'
import { saveExpectation } from './save-expectation.ts'
import { sendEvents } from './send-events.ts'
import { readSendRequest, requirePermitted, sendOperation } from './send-operation.ts'
import type { WorkbenchContext } from './workbench-context.ts'
import { sendJson } from './write-response.ts'

/** A request of the page. */
export interface ApiCall {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly url: URL
}

/** A request, and the variable part of its path. */
interface RoutedCall extends ApiCall {
  readonly parameter: string
}

/** Returns the answer as JSON text, or `undefined` if it has sent the answer itself. */
type Answerer = (
  context: WorkbenchContext,
  call: RoutedCall,
) => Promise<string | undefined> | string | undefined

/** Answerers by method and path; `:id` or `:name` stands for the variable part. */
const routes: { readonly [route: string]: Answerer } = {
  'GET /api/state': async (context) => JSON.stringify(await describeState(context)),
  'POST /api/connections': async ({ connections, openConnection }, { request }) => {
    const wanted = readNewConnection(await readJsonBody(request, smallBytes))
    return JSON.stringify(describeConnection(connections.add(await openConnection(wanted))))
  },
  'PATCH /api/connections/:id': async ({ connections }, { request, parameter }) => {
    const { readOnly } = await readJsonBody(request, smallBytes)
    if (typeof readOnly !== 'boolean') throw invalid('"readOnly" must be true or false.')
    return JSON.stringify(describeConnection(connections.setReadOnly(parameter, readOnly)))
  },
  'DELETE /api/connections/:id': async ({ connections }, { parameter }) => {
    await connections.remove(parameter)
    return '{}'
  },
  'POST /api/connections/:id/send': async ({ connections, timer }, { request, parameter }) => {
    const kept = connections.require(parameter)
    return sendOperation(kept, readSendRequest(await readJsonBody(request)), timer)
  },
  'GET /api/connections/:id/model': async ({ connections, models }, { url, parameter }) => {
    const kept = connections.require(parameter)
    const model = await loadTableModel(kept.connection, readTable(url), models)
    kept.lookedAt(model)
    return JSON.stringify(model)
  },
  'GET /api/connections/:id/events': ({ connections, models }, { url, parameter, response }) => {
    const kept = connections.require(parameter)
    const table = url.searchParams.get('table') ?? undefined
    sendEvents(response, { kept, table, watchModel: (listener) => models.watch(listener) })
    return undefined
  },
  'POST /api/connections/:id/patterns/run': async (context, { request, parameter }) => {
    const call = readPatternCall(await readJsonBody(request, largeBytes))
    const { run } = await runPattern(patternContext(context, parameter, call.table), call)
    return JSON.stringify(run)
  },
  'POST /api/connections/:id/patterns/save': async (context, { request, parameter }) => {
    const call = readPatternCall(await readJsonBody(request, largeBytes))
    if (context.readOnly) throw startedReadOnly()
    return JSON.stringify(await saveExpectation(patternContext(context, parameter, call.table), call))
  },
  'POST /api/connections/:id/entities/put': async (context, { request, parameter }) => {
    const puts = readEntityPuts(await readJsonBody(request))
    const { kept, known } = patternContext(context, parameter, puts.table)
    return JSON.stringify(await putEntities({ kept, known }, puts))
  },
  'POST /api/connections/:id/import': async ({ connections, models, imported }, { request, parameter }) => {
    const kept = connections.require(parameter)
    const { file, tables } = await readJsonBody(request)
    requirePermitted(kept, { operation: 'CreateTable', input: {} })
    const { report, known, created } = await importFile(kept.connection, file, readNames(tables))
    if (known !== undefined) models.add(known)
    imported.add(parameter, file as object, created)
    return JSON.stringify(report)
  },
  'GET /api/connections/:id/export': async (context, { url, parameter }) => {
    const { connections, models, imported, now } = context
    const { connection } = connections.require(parameter)
    const names = (url.searchParams.get('tables') ?? '').split(',').filter((name) => name !== '')
    if (names.length === 0 || names.length > 100) throw invalid('"tables" must be names of tables.')
    // A draft has the entities that the page shows, whatever the table was imported from.
    const isDraft = url.searchParams.get('draft') === 'true'
    const origin = (name: string, key: KeyModel) =>
      isDraft ? undefined : imported.find(parameter, name, key)
    return JSON.stringify(await exportFile({ connection, models, origin, now, isDraft }, names))
  },
  'POST /api/connections/:id/tables': async ({ connections, models }, { parameter }) => {
    const kept = connections.require(parameter)
    requirePermitted(kept, { operation: 'CreateTable', input: {} })
    if (models.ofFile === undefined) throw notFound('model file')
    return JSON.stringify(await createModelTables(kept.connection, models.ofFile.model))
  },
  'POST /api/samples/:name/open': async (context, { parameter }) => {
    const sample = context.samples.find(({ name }) => name === parameter)
    if (sample === undefined) throw notFound(`sample "${parameter}"`)
    const kept = sampleConnection(context)
    const { table } = await openSample(sample, kept.connection, context.now())
    return JSON.stringify({ connection: kept.id, table })
  },
}

const smallBytes = 10_000
const largeBytes = 1_000_000

const compiled = Object.entries(routes).map(([route, answer]) => {
  const [method = '', path = ''] = route.split(' ')
  return { method, path: new RegExp(`^${path.replace(/:\w+/, '([\\w-]{1,60})')}$`), answer }
})

/** Answers a request of the page. */
export async function answerApi(context: WorkbenchContext, call: ApiCall): Promise<void> {
  const found = compiled.filter(({ path }) => path.test(call.url.pathname))
  if (found.length === 0) throw notFound('such request')
  const route = found.find(({ method }) => method === call.request.method)
  if (route === undefined) throw new ApiError(405, 'WrongMethod', 'This method is not allowed here.')
  const [, parameter = ''] = route.path.exec(call.url.pathname) ?? []
  const text = await answerRoute(route.answer, context, { ...call, parameter })
  if (text !== undefined) sendJson(call.response, text)
}

/** Runs an answerer. If the database refuses one of its operations, the answer carries the database's error name. */
async function answerRoute(answer: Answerer, context: WorkbenchContext, call: RoutedCall) {
  try {
    return await answer(context, call)
  } catch (error) {
    if (error instanceof RefusedError) throw new ApiError(409, error.name, error.message, { cause: error })
    throw error
  }
}

async function describeState({
  version,
  readOnly,
  connections,
  models,
  samples,
  profiles,
}: WorkbenchContext): Promise<WorkbenchState> {
  return {
    version,
    readOnly,
    connections: await connections.list(),
    samples: samples.map(({ name, title, description }) => ({ name, title, description })),
    ...models.file,
    profiles: profiles(),
  }
}

function readTable(url: URL): string {
  const table = url.searchParams.get('table')
  if (table === null || table === '') throw invalid('"table" must be the name of a table.')
  return table
}

function readNames(names: unknown): readonly string[] | undefined {
  if (names === undefined) return undefined
  if (Array.isArray(names) && names.every((name) => typeof name === 'string')) return names
  throw invalid('"tables" must be a list of names.')
}

function patternContext({ connections, models, timer }: WorkbenchContext, id: string, table: string) {
  const known = models.find(table)
  if (known === undefined) throw notFound(`declared model of ${table}`)
  return { kept: connections.require(id), known, timer }
}

/** Chooses the connection for samples: the database of this process, or else the first writable one. */
function sampleConnection({ connections, readOnly }: WorkbenchContext): KeptConnection {
  if (readOnly) throw startedReadOnly()
  const writable = connections.all().filter(({ readOnly }) => !readOnly)
  const chosen = writable.find(({ connection }) => connection.kind === 'embedded') ?? writable[0]
  if (chosen !== undefined) return chosen
  throw new ApiError(403, 'ReadOnly', 'A sample needs a writable connection. Allow writing to one first.')
}
