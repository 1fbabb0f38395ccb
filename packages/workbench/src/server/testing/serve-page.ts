import { request } from 'node:http'
import type { Connection } from '../connection.ts'
import { type ServedWorkbench, type ServeWorkbenchOptions, serveWorkbench } from '../serve-workbench.ts'

/** A complete answer. */
export interface PageAnswer {
  readonly status: number
  readonly headers: { readonly [name: string]: string | string[] | undefined }
  readonly text: string
}

/** The options of a request. */
export interface Question {
  readonly method?: string
  readonly headers?: { readonly [name: string]: string }
  readonly body?: string | object
}

/** A workbench that is served for a test, and a browser that opened its link. */
export interface ServedPage {
  readonly served: ServedWorkbench
  readonly cookie: string
  /** Sends a request without the cookie. */
  ask(path: string, question?: Question): Promise<PageAnswer>
  /** Sends a request as the page does. */
  api(path: string, question?: Question): Promise<PageAnswer>
  json(path: string, question?: Question): Promise<never>
}

/** Makes a connection with scripted answers. */
export function scriptedConnection(answers: (operation: string, input: object) => object): Connection {
  return {
    kind: 'embedded',
    name: 'Scripted',
    address: 'here',
    region: 'us-east-1',
    send: async (operation, input) => ({ output: JSON.stringify(answers(operation, input)) }),
  }
}

/** Serves a workbench on any free port. */
export async function servePage(options: Partial<ServeWorkbenchOptions> = {}): Promise<ServedPage> {
  const served = await serveWorkbench({ version: '0', port: 0, connections: [], ...options })
  const ask = (path: string, question: Question = {}) => send(served.port, path, question)
  const entered = await ask(new URL(served.link()).search.replace(/^/, '/'))
  const [cookie = ''] = String(entered.headers['set-cookie']).split(';')
  const api = (path: string, { headers, ...rest }: Question = {}) =>
    ask(path, { ...rest, headers: { cookie, ...headers } })
  return {
    served,
    cookie,
    ask,
    api,
    json: async (path, question) => JSON.parse((await api(path, question)).text) as never,
  }
}

function send(port: number, path: string, { method, headers = {}, body }: Question): Promise<PageAnswer> {
  const text = typeof body === 'object' ? JSON.stringify(body) : body
  const type = text === undefined ? {} : { 'content-type': 'application/json' }
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        port,
        host: '127.0.0.1',
        path,
        method: method ?? (text === undefined ? 'GET' : 'POST'),
        headers: { ...type, ...headers },
      },
      async (response) => {
        const chunks: Buffer[] = []
        for await (const chunk of response) chunks.push(chunk)
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString(),
        })
      },
    )
    sent.on('error', reject)
    sent.end(text)
  })
}
