/** By what Node and its fetch say: what is wrong, and what helps. */
const advice: readonly (readonly [reason: RegExp, sentence: string])[] = [
  [/^(?:ENOTFOUND|EAI_AGAIN)$/, 'No machine of that name is known. See that --endpoint is right.'],
  [
    /^(?:ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|UND_ERR_\w*TIMEOUT)$|timeout/i,
    'It does not answer in time. See that it runs, that --endpoint is right, and that no firewall is between.',
  ],
  [
    /^(?:ERR_SSL_WRONG_VERSION_NUMBER|ERR_SSL_PACKET_LENGTH_TOO_LONG|EPROTO)$/,
    'It does not speak HTTPS: --endpoint has to begin with http:// there.',
  ],
  [
    /SELF_SIGNED|UNABLE_TO_(?:VERIFY|GET_ISSUER)/,
    'This machine does not trust its certificate. Set NODE_EXTRA_CA_CERTS to the file of the certificate.',
  ],
  [
    /^bad port$/,
    'Node sends nothing to that port, which is of another service. See that --endpoint is right.',
  ],
  [/^CERT_HAS_EXPIRED$/, 'Its certificate has expired.'],
  [/ALTNAME_INVALID/, 'Its certificate is for another name than the one in --endpoint.'],
  [
    /^(?:ECONNRESET|UND_ERR_SOCKET|EPIPE|HPE_\w+)$/,
    'It has ended the connection. See that it is a DynamoDB, and that https:// is not missing in --endpoint.',
  ],
]

/** Says that nobody answers at an endpoint, why, and what to do. */
export function explainUnreachable(endpoint: string, error: unknown): string {
  const { origin, hostname, port } = new URL(endpoint)
  const reason = reasonOf(error)
  const told = `${origin} cannot be reached: ${reason}`
  const found = reason === 'ECONNREFUSED' ? adviceForRefused(hostname, port) : adviceFor(reason)
  return found === undefined ? told : `${told}. ${found}`
}

function adviceFor(reason: string): string | undefined {
  return advice.find(([known]) => known.test(reason))?.[1]
}

function adviceForRefused(hostname: string, port: string): string {
  const elsewhere = 'say by --endpoint where the database is, or by --path which folder has it'
  if (!/^(?:localhost|127\.[\d.]+|\[::1\])$/.test(hostname)) return `No server runs there: ${elsewhere}.`
  const option = port === '' || port === '8000' ? '' : ` --port ${port}`
  return `No server runs there. Start one with "monotable serve${option}", or ${elsewhere}.`
}

/** What fetch says is only that it failed; why stands in its cause. */
export function reasonOf(error: unknown): string {
  const { cause, message } = error as { cause?: { code?: string; message?: string }; message: string }
  return cause?.code ?? cause?.message ?? message
}
