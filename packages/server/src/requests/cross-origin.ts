import { isIP } from 'node:net'
import { ServiceError } from '@monotable/protocol'
import type { Answer } from '../messages/answer.ts'
import type { ReceivedRequest } from '../messages/server-request.ts'
import { isOwnName } from './own-name.ts'

const exposed = 'x-amzn-RequestId,x-amzn-ErrorType,x-amz-crc32,Date'

/** DynamoDB's answer to a browser that asks whether it may send a request. */
export function answerPreflight(request: ReceivedRequest): Answer {
  const wantedHeaders = request.headers.get('access-control-request-headers')
  const wantedMethod = request.headers.get('access-control-request-method')
  return {
    status: 200,
    contentType: undefined,
    body: '',
    extraHeaders: {
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Expose-Headers': exposed,
      'Access-Control-Max-Age': '172800',
      ...(wantedHeaders === undefined ? {} : { 'Access-Control-Allow-Headers': wantedHeaders }),
      ...(wantedMethod === undefined ? {} : { 'Access-Control-Allow-Methods': wantedMethod }),
    },
  }
}

/**
 * Refuses requests from pages of other sites. Browsers let a page read only its own site, but a site can point its name
 * at this machine (DNS rebinding), which then counts as its own. It cannot do so with an address or with localhost, so
 * a page from there was put there by people who use the machine.
 */
export function refuseForeignPage({ headers }: ReceivedRequest): void {
  const origin = headers.get('origin')
  if (origin === undefined) return
  const host = headers.get('host') ?? ''
  // A page can have its browser withhold the origin, as `fetch` with `mode: 'same-origin'` and `referrerPolicy:
  // 'no-referrer'` does in Firefox, but not the name by which it reaches this machine.
  if (origin === 'null' && !isOwnName(host)) throw foreignPage(host)
  const { protocol, hostname } = URL.canParse(origin) ? new URL(origin) : { protocol: '', hostname: '' }
  if (protocol !== 'http:' && protocol !== 'https:') return
  if (hostname === 'localhost' || hostname.endsWith('.localhost')) return
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return
  throw foreignPage(origin)
}

function foreignPage(site: string): ServiceError {
  return new ServiceError(
    'AccessDeniedException',
    `A page of ${site} sent this request. To let web pages use this server, start it with --cors.`,
  )
}

/** Lets a page of any origin read an answer. */
export function allowAnyOrigin(answer: Answer): Answer {
  return {
    ...answer,
    extraHeaders: {
      ...answer.extraHeaders,
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Expose-Headers': exposed,
    },
  }
}
