import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { ApiError } from './api-error.ts'
import type { PageFile } from './page-files.ts'

/** Allows nothing to be loaded from or sent to other origins, and no inline scripts. */
const contentPolicy = (style: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${style}`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

const safety = {
  'Content-Security-Policy': contentPolicy("'self'"),
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
} as const

/** Sets the headers that every answer has. */
export function setSafety(response: ServerResponse): void {
  for (const [name, value] of Object.entries(safety)) response.setHeader(name, value)
}

/** Sends JSON. It is not compressed: it stays on this machine, where that would cost more than it saves. */
export function sendJson(response: ServerResponse, text: string): void {
  setSafety(response)
  response.writeHead(200, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
  })
  response.end(text)
}

/** The placeholder in the page's HTML for a nonce. */
const noncePlace = '{{nonce}}'

/**
 * Sends the page itself. The editor inserts styles into the document, which requires a nonce that the page contains.
 */
function sendDocument(response: ServerResponse, html: string): void {
  const nonce = randomBytes(16).toString('base64')
  sendPage(response, 200, html.replaceAll(noncePlace, nonce), {
    'Content-Security-Policy': contentPolicy(`'self' 'nonce-${nonce}'`),
  })
}

/** Sends a file of the page. */
export function sendFile(request: IncomingMessage, response: ServerResponse, file: PageFile): void {
  if (file.body.includes(noncePlace)) {
    sendDocument(response, file.body.toString('utf8'))
    return
  }
  setSafety(response)
  response.setHeader('Cache-Control', file.isImmutable ? 'private, max-age=31536000, immutable' : 'no-cache')
  response.setHeader('ETag', file.etag)
  response.setHeader('Vary', 'Accept-Encoding')
  if (request.headers['if-none-match'] === file.etag) {
    response.writeHead(304).end()
    return
  }
  const packed = acceptsGzip(request) ? file.gzipped : undefined
  const body = packed ?? file.body
  response.writeHead(200, {
    'Content-Type': file.type,
    'Content-Length': body.length,
    ...(packed && { 'Content-Encoding': 'gzip' }),
  })
  response.end(body)
}

/** Sends an HTML page made by the workbench itself. */
export function sendPage(
  response: ServerResponse,
  status: number,
  html: string,
  headers: { readonly [name: string]: string } = {},
): void {
  setSafety(response)
  response.writeHead(status, {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    ...headers,
  })
  response.end(html)
}

/** Sends an error. Internal errors are reported without details. */
export function sendError(response: ServerResponse, error: unknown): void {
  if (response.headersSent) {
    response.destroy()
    return
  }
  const told =
    error instanceof ApiError
      ? error
      : new ApiError(500, 'Failed', 'The workbench failed to handle this request.')
  setSafety(response)
  // Otherwise the unread part of a body that is too large would be taken for the next request.
  response.writeHead(told.status, {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
    ...(told.status === 413 && { Connection: 'close' }),
  })
  response.end(JSON.stringify({ error: { name: told.name, message: told.message } }))
}

function acceptsGzip(request: IncomingMessage): boolean {
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(String(request.headers['accept-encoding'] ?? ''))
}

function ownPage(title: string, head: string, text: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="color-scheme" content="light dark">
    <title>${title}</title>
    ${head}
  </head>
  <body>
    <main>
      ${text}
    </main>
  </body>
</html>
`
}

const enteredPage = ownPage(
  'Monotable',
  '<meta http-equiv="refresh" content="0; url=./">',
  '<p><a href="./">Open the workbench</a></p>',
)

/**
 * Redirects a browser to the page. A browser that comes from another site would not send its new cookie when
 * redirected, so it gets a page that reloads by itself.
 */
export function sendOn(request: IncomingMessage, response: ServerResponse, cookie: string | undefined): void {
  const site = request.headers['sec-fetch-site'] ?? 'none'
  if (site !== 'none' && site !== 'same-origin') {
    sendPage(response, 200, enteredPage, cookie === undefined ? {} : { 'Set-Cookie': cookie })
    return
  }
  setSafety(response)
  if (cookie !== undefined) response.setHeader('Set-Cookie', cookie)
  response.writeHead(303, { Location: './', 'Cache-Control': 'no-store' }).end()
}

/** The page shown to visitors without a valid link. */
export const refusedPage = ownPage(
  'Monotable: open the link',
  '',
  `<h1>Open the link shown in the terminal</h1>
      <p>The workbench opens only with the link that it printed when it started. Each link works once; opening it again prints a new one in the terminal.</p>`,
)
