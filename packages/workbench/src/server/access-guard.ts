import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { ApiError } from './api-error.ts'

/** Makes secrets. */
export type CreateSecret = () => string

/** Names by which this machine calls itself: no site can have them, so that none can make them point here. */
const ownNames: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]'])

/** At most so many links can wait to be opened; the oldest goes. */
const maxLinks = 20
const maxSessions = 100

/**
 * Decides who may ask. A link holds a token that can be used once, to get a cookie; whoever has that cookie, and
 * comes from no other site, may.
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

  /** A token for a link, to be used once. */
  issueToken(): string {
    const token = this.#createSecret()
    keepLast(this.#tokens, token, maxLinks)
    return token
  }

  /** Takes a token that is given for the first time, and gives the cookie to set. */
  exchange(token: string): { readonly cookie: string } | 'used' | 'unknown' {
    const at = this.#tokens.findIndex((known) => isSame(known, token))
    if (at < 0) return this.#used.some((known) => isSame(known, token)) ? 'used' : 'unknown'
    this.#tokens.splice(at, 1)
    keepLast(this.#used, token, maxLinks)
    const session = this.#createSecret()
    keepLast(this.#sessions, session, maxSessions)
    return { cookie: `${this.#cookieName()}=${session}; Path=/; HttpOnly; SameSite=Strict` }
  }

  /** Whether a request has the cookie of somebody who came by a link. */
  isKnown(headers: IncomingHttpHeaders): boolean {
    const given = readCookie(headers.cookie ?? '', this.#cookieName())
    return given !== undefined && this.#sessions.some((session) => isSame(session, given))
  }
}

/** Refuses a request under a name that is not this machine's: a site may have made its own name point here. */
export function requireOwnHost(headers: IncomingHttpHeaders): string {
  const host = headers.host ?? ''
  if (ownNames.has(host.replace(/:\d{1,5}$/, '').toLowerCase())) return host
  throw new ApiError(403, 'WrongHost', 'This page is only served as 127.0.0.1 or localhost.')
}

/** Refuses what pages of other origins send. Programs that are no browsers say nothing of all this. */
export function requireOwnOrigin(headers: IncomingHttpHeaders): void {
  const { origin, host } = headers
  const site = headers['sec-fetch-site']
  const isForeign = origin !== undefined && origin.toLowerCase() !== `http://${host?.toLowerCase()}`
  if (!isForeign && (site === undefined || site === 'same-origin' || site === 'none')) return
  throw new ApiError(403, 'WrongOrigin', 'Only the page itself may ask this.')
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

/** Takes as long for a secret that is nearly right as for any other. */
function isSame(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(one), digest(other))
}
