import { isIP } from 'node:net'
import { ServiceError } from '@monotable/protocol'
import type { Answer } from '../messages/answer.ts'
import type { ReceivedRequest } from '../messages/server-request.ts'

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
 * Refuses what a page of another site sends. Browsers let a page read only its own site, but a site can make
 * its name point to this machine (DNS rebinding) and is then taken for its own. It cannot do so with an address
 * or with localhost, so a page from there was put there by people who use the machine.
 */
export function refuseForeignPage(origin: string): void {
  const { protocol, hostname } = URL.canParse(origin) ? new URL(origin) : { protocol: '', hostname: '' }
  if (protocol !== 'http:' && protocol !== 'https:') return
  if (hostname === 'localhost' || hostname.endsWith('.localhost')) return
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return
  throw new ServiceError(
    'AccessDeniedException',
    `A page of ${origin} sent this request. To let web pages use this server, start it with --cors.`,
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
