import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { ModelClient } from '@monotable/model'
import { listenHere } from '../listen-here.ts'
import { type WatchedRequest, watchRequests } from '../watch-requests.ts'
import { type Answer, routes } from './api.ts'
import { createShop, type ShopContext } from './create-shop.ts'
import { ShopError, type ShopErrorCode } from './shop-error.ts'

export interface ServeOptions {
  readonly client: ModelClient
  readonly context: ShopContext
  /** A free one by default. */
  readonly port?: number
  /** Called with unexpected failures, which are not shown to the client. */
  readonly report?: (error: unknown) => void
}

export interface ServedShop {
  readonly url: string
  readonly close: () => Promise<void>
}

const statusOf: { readonly [Code in ShopErrorCode]: number } = {
  'bad-input': 400,
  'no-customer': 404,
  'no-order': 404,
  'no-address': 404,
  'username-taken': 409,
  'email-taken': 409,
  'too-many-addresses': 409,
  'wrong-status': 409,
}

const longestBody = 16_384

/** The files of the page. Files not listed here are not served. */
const files: { readonly [path: string]: readonly [file: string, type: string] } = {
  '/': ['index.html', 'text/html; charset=utf-8'],
  ...listFiles('css', 'text/css', ['base', 'floor', 'journal']),
  ...listFiles('js', 'text/javascript', [
    ...['main', 'account', 'ask', 'basket', 'customer', 'element', 'format', 'goods', 'journal'],
  ]),
}

function listFiles(end: string, type: string, names: readonly string[]) {
  return Object.fromEntries(
    names.map((name) => [`/${name}.${end}`, [`${name}.${end}`, `${type}; charset=utf-8`] as const]),
  )
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
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
}

/** Serves the shop's API and its page, on this machine only. */
export async function serveShop({ client, context, port = 0, report }: ServeOptions): Promise<ServedShop> {
  const server = createServer((request, response) => {
    void handle(request, { client, context }).then(
      (answer) => send(response, answer),
      (error: unknown) => {
        report?.(error)
        send(response, failure(500, 'failed', 'Something went wrong.'))
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

async function handle(
  request: IncomingMessage,
  { client, context }: Pick<ServeOptions, 'client' | 'context'>,
): Promise<Reply> {
  // Refuses other host names, so that no other site can point its name here and send requests.
  if (!isHere(request.headers.host)) return failure(403, 'elsewhere', 'The shop is open on 127.0.0.1 only.')
  const { pathname, searchParams: search } = new URL(request.url ?? '/', 'http://127.0.0.1')
  const file = Object.hasOwn(files, pathname) ? files[pathname] : undefined
  if (file !== undefined) return await readPage(request, file)
  const fitting = routes.filter(({ path }) => path.test(pathname))
  if (fitting.length === 0) return failure(404, 'not-found', 'There is nothing here.')
  const route = fitting.find(({ method }) => method === request.method)
  if (route === undefined) return failure(405, 'bad-method', 'This cannot be done here.')

  const requests: WatchedRequest[] = []
  const shop = createShop(
    watchRequests(client, (one) => requests.push(one)),
    context,
  )
  try {
    const parts = partsOf(pathname, route.path)
    const answer = await route.answer({ shop, parts, search, body: await readBody(request) })
    return reply({ ...answer, body: { ...answer.body, requests } })
  } catch (error) {
    if (!(error instanceof ShopError)) throw error
    return failure(statusOf[error.code], error.code, error.message, requests)
  }
}

function isHere(host: string | undefined): boolean {
  return host !== undefined && /^(127\.0\.0\.1|localhost)(:\d+)?$/.test(host)
}

async function readPage(
  { method }: IncomingMessage,
  [name, type]: readonly [string, string],
): Promise<Reply> {
  if (method !== 'GET' && method !== 'HEAD') return failure(405, 'bad-method', 'A page can only be read.')
  return { status: 200, type, body: await readFile(new URL(`page/${name}`, import.meta.url)) }
}

function partsOf(pathname: string, path: RegExp): string[] {
  try {
    return (path.exec(pathname) ?? []).slice(1).map(decodeURIComponent)
  } catch {
    throw new ShopError('bad-input', 'The path has a % with nothing behind it.')
  }
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  if (request.method === 'GET' || request.method === 'DELETE') return undefined
  // A form on another site cannot send this type without a preflight request.
  if (!/^application\/json\b/.test(request.headers['content-type'] ?? '')) {
    throw new ShopError('bad-input', 'The body has to be application/json.')
  }
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length
    // The rest is read and discarded: without reading to the end, there could be no answer.
    if (length <= longestBody) chunks.push(chunk)
  }
  if (length > longestBody) throw new ShopError('bad-input', 'The body is too long.')
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8')) as unknown
  } catch {
    throw new ShopError('bad-input', 'The body is no JSON.')
  }
}

function reply({ status, body }: Answer): Reply {
  return { status, type: 'application/json; charset=utf-8', body: JSON.stringify(body) }
}

function failure(
  status: number,
  code: string,
  message: string,
  requests: readonly WatchedRequest[] = [],
): Reply {
  return reply({ status, body: { error: { code, message }, requests } })
}

function send(response: ServerResponse, { status, type, body }: Reply): void {
  response.writeHead(status, { ...headers, 'content-type': type })
  response.end(body)
}
