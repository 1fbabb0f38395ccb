import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { isModelError } from '@monotable/model'
import { listenHere } from '../listen-here.ts'
import { type Answer, answerGrid, type GridContext } from './answer-grid.ts'
import { GridError } from './grid-error.ts'

export interface ServedGrid {
  readonly url: string
  readonly close: () => Promise<void>
}

const longestBody = 16_384

/** The files of the page. Files not listed here are not served. */
const files = new Map<string, readonly [file: string, type: string]>([
  ['/', ['index.html', 'text/html; charset=utf-8']],
  ['/page.css', ['page.css', 'text/css; charset=utf-8']],
])
for (const name of ['main', 'ask', 'cell-editor', 'compare', 'element', 'format', 'grid', 'journal']) {
  files.set(`/${name}.js`, [`${name}.js`, 'text/javascript; charset=utf-8'])
}

/** Nothing is loaded from elsewhere or sent elsewhere, and no text becomes code. */
const headers = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
}

/** Serves the page with the grid and answers its requests, on this machine only. */
export async function serveGrid(
  context: GridContext,
  { port = 0 }: { readonly port?: number } = {},
): Promise<ServedGrid> {
  const server = createServer((request, response) => {
    answer(request, context).then(
      (found) => write(response, found),
      (error: unknown) => {
        // The model refuses foreign cursors.
        if (error instanceof GridError || isModelError(error, 'CURSOR')) {
          return write(response, json(400, { error: error.message }))
        }
        context.report(error)
        write(response, json(500, { error: 'Something went wrong.' }))
      },
    )
  })
  return listenHere(server, port)
}

interface Reply {
  readonly status: number
  readonly type: string
  readonly body: string | Uint8Array
}

async function answer(request: IncomingMessage, context: GridContext): Promise<Reply> {
  // Refuses other host names, so that no other site can point its name here.
  if (!/^(?:127\.0\.0\.1|localhost)(?::\d+)?$/.test(request.headers.host ?? '')) {
    return json(403, { error: 'This page is served on 127.0.0.1 only.' })
  }
  const { pathname, searchParams: search } = new URL(request.url ?? '/', 'http://127.0.0.1')
  const file = files.get(pathname)
  if (file !== undefined && (request.method === 'GET' || request.method === 'HEAD')) {
    const [name, type] = file
    return { status: 200, type, body: await readFile(new URL(`page/${name}`, import.meta.url)) }
  }
  const body = request.method === 'POST' ? await readBody(request) : undefined
  const route = `${request.method} ${pathname}`
  const found: Answer | undefined = await answerGrid(context, { route, search, body })
  return found === undefined ? json(404, { error: 'There is nothing here.' }) : json(200, found)
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  // A form on another site cannot send this type without a preflight request.
  if (!/^application\/json\b/.test(request.headers['content-type'] ?? '')) {
    throw new GridError('The body has to be application/json.')
  }
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length <= longestBody) chunks.push(chunk)
  }
  if (length > longestBody) throw new GridError('The body is too long.')
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8')) as unknown
  } catch {
    throw new GridError('The body is no JSON.')
  }
}

function json(status: number, body: object): Reply {
  return { status, type: 'application/json; charset=utf-8', body: JSON.stringify(body) }
}

function write(response: ServerResponse, { status, type, body }: Reply): void {
  response.writeHead(status, { ...headers, 'content-type': type })
  response.end(body)
}
