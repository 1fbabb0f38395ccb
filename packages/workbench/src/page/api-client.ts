import type {
  ConnectionInfo,
  EntityPuts,
  EntityRefusals,
  ImportReport,
  NewConnection,
  PatternCall,
  PatternRun,
  SendAnswer,
  TableModel,
  WorkbenchEvent,
  WorkbenchState,
} from '../shared/api.ts'
import { openEventStream } from './live/event-stream.ts'

/** The error for a request that the handler refused, or for a handler that could not be reached. */
export class ApiError extends Error {
  constructor(name: string, message: string) {
    super(message)
    this.name = name
  }
}

type Output = NonNullable<SendAnswer['output']>

/** All requests of the page to the handler. */
export const api = {
  state: () => ask<WorkbenchState>('GET', 'state'),
  addConnection: (connection: NewConnection) => ask<ConnectionInfo>('POST', 'connections', connection),
  setReadOnly: (id: string, readOnly: boolean) =>
    ask<ConnectionInfo>('PATCH', `connections/${encodeURIComponent(id)}`, { readOnly }),
  removeConnection: (id: string) => ask<object>('DELETE', `connections/${encodeURIComponent(id)}`),
  /** Returns the answer of DynamoDB, including its errors. */
  send: (id: string, operation: string, input: object) =>
    ask<SendAnswer>('POST', `${under(id)}/send`, { operation, input }),
  /** Like `send`, for requests of the page itself, which are excluded from what is observed. */
  sendQuietly: (id: string, operation: string, input: object) =>
    ask<SendAnswer>('POST', `${under(id)}/send`, { operation, input, quiet: true }),
  model: (id: string, table: string) =>
    ask<TableModel>('GET', `${under(id)}/model?table=${encodeURIComponent(table)}`),
  runPattern: (id: string, call: PatternCall) => ask<PatternRun>('POST', `${under(id)}/patterns/run`, call),
  savePattern: (id: string, call: PatternCall) =>
    ask<{ readonly file: string }>('POST', `${under(id)}/patterns/save`, call),
  putEntities: (id: string, puts: EntityPuts) =>
    ask<EntityRefusals>('POST', `${under(id)}/entities/put`, puts),
  importFile: (id: string, file: unknown) => ask<ImportReport>('POST', `${under(id)}/import`, { file }),
  exportFile: (id: string, tables: readonly string[], isDraft: boolean) => {
    const names = tables.map(encodeURIComponent).join(',')
    return ask<object>('GET', `${under(id)}/export?tables=${names}${isDraft ? '&draft=true' : ''}`)
  },
  createModelTables: (id: string) =>
    ask<{ readonly tables: readonly string[] }>('POST', `${under(id)}/tables`, {}),
  openSample: (name: string) =>
    ask<{ readonly connection: string; readonly table: string }>(
      'POST',
      `samples/${encodeURIComponent(name)}/open`,
      {},
    ),
}

/** Like `api.send`, but throws an error of DynamoDB. */
export async function sendOrThrow(id: string, operation: string, input: object): Promise<Output> {
  const answer = await api.send(id, operation, input)
  if (answer.error !== undefined) throw new ApiError(answer.error.name, answer.error.message)
  return answer.output ?? {}
}

/** The number of recent events that are replayed to late listeners: the last minutes. */
const PAST_EVENTS = 400

interface Channel {
  readonly close: () => void
  readonly listeners: Set<(event: WorkbenchEvent) => void>
  readonly past: WorkbenchEvent[]
}

const channels = new Map<string, Channel>()

/**
 * Listens to the events of a table; returns a function that stops this. A late listener first receives the recent
 * events. All listeners share one connection, since a browser opens only six per host.
 */
export function listen(id: string, table: string, listener: (event: WorkbenchEvent) => void): () => void {
  const url = `api/${under(id)}/events?table=${encodeURIComponent(table)}`
  const channel = channels.get(url) ?? openChannel(url)
  channel.listeners.add(listener)
  for (const event of channel.past) if (event.type !== 'model') listener(event)
  return () => {
    channel.listeners.delete(listener)
    if (channel.listeners.size > 0) return
    channel.close()
    channels.delete(url)
  }
}

function openChannel(url: string): Channel {
  const listeners: Channel['listeners'] = new Set()
  const past: WorkbenchEvent[] = []
  const tell = (event: WorkbenchEvent) => {
    for (const listener of [...listeners]) listener(event)
  }
  const close = openEventStream(url, {
    onMessage: (data) => {
      const event = JSON.parse(data) as WorkbenchEvent
      past.push(event)
      if (past.length > PAST_EVENTS) past.shift()
      tell(event)
    },
    // The server repeats requests after a gap, but not whether the model has changed.
    onGap: () => tell({ type: 'model' }),
  })
  const channel = { close, listeners, past }
  channels.set(url, channel)
  return channel
}

async function ask<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  const init: RequestInit = { method, credentials: 'same-origin' }
  if (body !== undefined) {
    init.headers = { 'content-type': 'application/json' }
    init.body = JSON.stringify(body)
  }
  const { ok, status, text } = await fetchText(`api/${path}`, init).catch(() => {
    throw new ApiError('Unreachable', 'The workbench does not answer. Is it still running?')
  })
  if (!ok) throw failureOf(status, text)
  return JSON.parse(text) as Answer
}

/** Fetches an answer completely, since it may also break off half way. */
async function fetchText(path: string, init: RequestInit) {
  const response = await fetch(path, init)
  return { ok: response.ok, status: response.status, text: await response.text() }
}

function failureOf(status: number, text: string): ApiError {
  try {
    const { error } = JSON.parse(text) as { error: { name: string; message: string } }
    return new ApiError(error.name, error.message)
  } catch {
    return new ApiError('Refused', `The workbench answered with status ${status}.`)
  }
}

function under(id: string): string {
  return `connections/${encodeURIComponent(id)}`
}
