import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { ApiError } from './api-error.ts'
import type { PageFile } from './page-files.ts'

/** Nothing comes from anywhere else, nothing goes anywhere else, and no script stands in what is shown. */
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

/** The headers that every answer has. */
export function setSafety(response: ServerResponse): void {
  for (const [name, value] of Object.entries(safety)) response.setHeader(name, value)
}

/** Sends JSON. It is not packed: it stays on this machine, where that costs more than it gains. */
export function sendJson(response: ServerResponse, text: string): void {
  setSafety(response)
  response.writeHead(200, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
  })
  response.end(text)
}

/** Where the page's own file wants a word that is new each time. */
const noncePlace = '{{nonce}}'

/**
 * Sends the page itself. The editor puts its styles into the document, which is allowed to whoever knows the word that
 * stands in the page.
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

/** Sends a page of our own words. */
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

/** Sends what is wrong. What went wrong on our side is told in few words. */
export function sendError(response: ServerResponse, error: unknown): void {
  if (response.headersSent) {
    response.destroy()
    return
  }
  const told =
    error instanceof ApiError ? error : new ApiError(500, 'Failed', 'The workbench failed at this.')
  setSafety(response)
  // What was not read of a body that is too large would be taken for the next request.
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
 * Sends a browser on to the page. One that came from another site would not send its new cookie along a redirection,
 * and gets a page that goes on by itself.
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

/** What is shown to those who did not come by a link that still works. */
export const refusedPage = ownPage(
  'Monotable: open the link',
  '',
  `<h1>Open the link that the terminal shows</h1>
      <p>The workbench lets in only whoever has the link that it printed when it was started. Each link works once; when one is opened again, the terminal shows a new one.</p>`,
)
