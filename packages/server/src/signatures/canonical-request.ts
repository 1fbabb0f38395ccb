import type { ReceivedRequest } from '../messages/server-request.ts'

/**
 * Returns the canonical form of a request, which Signature Version 4 signs:
 *
 *     Method \n Path \n Query \n ( header ":" value \n )* \n SignedHeaders \n BodyHash
 *
 * A signed header that the request lacks appears with an empty value, so that the signature cannot match one made
 * with a value.
 */
export function canonicalRequest(request: ReceivedRequest, signedHeaders: string, bodyHash: string): string {
  const queryStart = request.path.indexOf('?')
  const path = queryStart < 0 ? request.path : request.path.slice(0, queryStart)
  const query = queryStart < 0 ? '' : canonicalQuery(request.path.slice(queryStart + 1))
  let headers = ''
  for (const name of signedHeaders.split(';')) {
    // A name in capitals counts as signed, so the value must be in the signature, too.
    headers += `${name}:${canonicalValue(request.headers.get(name.toLowerCase()) ?? '')}\n`
  }
  return `${request.method}\n${canonicalPath(path)}\n${query}\n${headers}\n${signedHeaders}\n${bodyHash}`
}

function canonicalValue(value: string): string {
  const trimmed = value.trim()
  return trimmed.includes('  ') ? trimmed.replace(/ {2,}/g, ' ') : trimmed
}

/** Path segments are encoded once more than they were sent, as for every service but S3. */
function canonicalPath(path: string): string {
  return path === '/' ? path : path.split('/').map(encode).join('/')
}

function canonicalQuery(query: string): string {
  const pairs = query.split('&').filter((pair) => pair !== '')
  return pairs.map(canonicalPair).sort(byCodeUnits).join('&')
}

function canonicalPair(pair: string): string {
  const equals = pair.indexOf('=')
  const [name, value] = equals < 0 ? [pair, ''] : [pair.slice(0, equals), pair.slice(equals + 1)]
  return `${encode(decode(name))}=${encode(decode(value))}`
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (character) => {
    return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
  })
}

function byCodeUnits(left: string, right: string): number {
  if (left === right) return 0
  return left < right ? -1 : 1
}
