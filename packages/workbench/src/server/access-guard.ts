import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { ApiError } from './api-error.ts'

/** Makes a random secret. */
export type CreateSecret = () => string

/** The names by which this machine calls itself. No web site can own them, so none can point them at this machine. */
const ownNames: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]'])

/** At most this many links can wait to be opened; the oldest is dropped. */
const maxLinks = 20
const maxSessions = 100

/**
 * Decides who may use the API. A link contains a token that can be exchanged for a cookie once; requests with that
 * cookie are permitted, unless they come from another site.
 */
export class AccessGuard {
  readonly #createSecret: CreateSecret
  readonly #cookieName: () => string
  readonly #tokens: string[] = []
  readonly #used: string[] = []
  readonly #sessions: string[] = []

  constructor({
    createSecret,
    cookieName,
  }: { readonly createSecret: CreateSecret; readonly cookieName: () => string }) {
    this.#createSecret = createSecret
    this.#cookieName = cookieName
  }

  /** Issues a token for a link; it can be used once. */
  issueToken(): string {
    const token = this.#createSecret()
    keepLast(this.#tokens, token, maxLinks)
    return token
  }

  /** Exchanges a token that has not been used for the cookie to set. */
  exchange(token: string): { readonly cookie: string } | 'used' | 'unknown' {
    const at = this.#tokens.findIndex((known) => isSame(known, token))
    if (at < 0) return this.#used.some((known) => isSame(known, token)) ? 'used' : 'unknown'
    this.#tokens.splice(at, 1)
    keepLast(this.#used, token, maxLinks)
    const session = this.#createSecret()
    keepLast(this.#sessions, session, maxSessions)
    return { cookie: `${this.#cookieName()}=${session}; Path=/; HttpOnly; SameSite=Strict` }
  }

  /** Whether a request has the cookie of somebody who opened a link. */
  isKnown(headers: IncomingHttpHeaders): boolean {
    const given = readCookie(headers.cookie ?? '', this.#cookieName())
    return given !== undefined && this.#sessions.some((session) => isSame(session, given))
  }
}

/**
 * Rejects a request whose host name is not this machine's: a site may have pointed its own name here (DNS rebinding).
 */
export function requireOwnHost(headers: IncomingHttpHeaders): string {
  const host = headers.host ?? ''
  if (ownNames.has(host.replace(/:\d{1,5}$/, '').toLowerCase())) return host
  throw new ApiError(403, 'WrongHost', 'This page is only served as 127.0.0.1 or localhost.')
}

/** Rejects requests from pages of other origins. Programs other than browsers send none of these headers. */
export function requireOwnOrigin(headers: IncomingHttpHeaders): void {
  const { origin, host } = headers
  const site = headers['sec-fetch-site']
  const isForeign = origin !== undefined && origin.toLowerCase() !== `http://${host?.toLowerCase()}`
  if (!isForeign && (site === undefined || site === 'same-origin' || site === 'none')) return
  throw new ApiError(403, 'WrongOrigin', 'Only the workbench page may send this request.')
}

function keepLast(list: string[], value: string, most: number): void {
  list.push(value)
  if (list.length > most) list.shift()
}

function readCookie(header: string, name: string): string | undefined {
  for (const pair of header.split(';')) {
    const [key = '', value = ''] = pair.trim().split('=', 2)
    if (key === name) return value
  }
  return undefined
}

/** Compares secrets in constant time. */
function isSame(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(one), digest(other))
}
