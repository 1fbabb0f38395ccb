/** Causes and remedies, by the error codes and messages of Node and its fetch. */
const advice: readonly (readonly [reason: RegExp, sentence: string])[] = [
  [/^(?:ENOTFOUND|EAI_AGAIN)$/, 'Its host name cannot be resolved. Check --endpoint.'],
  [
    /^(?:ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|UND_ERR_\w*TIMEOUT)$|timeout/i,
    'It does not answer in time. Check that it is running, that --endpoint is right, and that no firewall is in the way.',
  ],
  [
    /^(?:ERR_SSL_WRONG_VERSION_NUMBER|ERR_SSL_PACKET_LENGTH_TOO_LONG|EPROTO)$/,
    'It does not speak HTTPS: begin --endpoint with http:// instead.',
  ],
  [
    /SELF_SIGNED|UNABLE_TO_(?:VERIFY|GET_ISSUER)/,
    'This machine does not trust its certificate. Set NODE_EXTRA_CA_CERTS to the certificate file.',
  ],
  [
    /^bad port$/,
    'Node refuses to connect to that port, which is reserved for another service. Check --endpoint.',
  ],
  [/^CERT_HAS_EXPIRED$/, 'Its certificate has expired.'],
  [/ALTNAME_INVALID/, 'Its certificate is for another host name than the one in --endpoint.'],
  [
    /^(?:ECONNRESET|UND_ERR_SOCKET|EPIPE|HPE_\w+)$/,
    'It closed the connection. Check that it is a DynamoDB server, and whether --endpoint has to begin with https://.',
  ],
]

/** Explains that nothing answers at an endpoint, why, and what to do. */
export function explainUnreachable(endpoint: string, error: unknown): string {
  const { origin, hostname, port } = new URL(endpoint)
  const reason = reasonOf(error)
  const problem = `${origin} cannot be reached: ${reason}`
  const found = reason === 'ECONNREFUSED' ? adviceForRefused(hostname, port) : adviceFor(reason)
  return found === undefined ? problem : `${problem}. ${found}`
}

function adviceFor(reason: string): string | undefined {
  return advice.find(([known]) => known.test(reason))?.[1]
}

function adviceForRefused(hostname: string, port: string): string {
  const elsewhere = 'use --endpoint to say where the database is, or --path to name its folder'
  if (!/^(?:localhost|127\.[\d.]+|\[::1\])$/.test(hostname))
    return `No server is running there: ${elsewhere}.`
  const option = port === '' || port === '8000' ? '' : ` --port ${port}`
  return `No server is running there. Start one with "monotable serve${option}", or ${elsewhere}.`
}

/** Returns why a fetch failed: its own message says only that it did, and the cause says why. */
export function reasonOf(error: unknown): string {
  const { cause, message } = error as { cause?: { code?: string; message?: string }; message: string }
  return cause?.code ?? cause?.message ?? message
}
