/** An Authorization header that is complete, but not correctly signed. */
export const someAuthorization =
  'AWS4-HMAC-SHA256 Credential=key/20260801/eu-west-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0'

/** Parts of a raw request that should differ from a good one; `undefined` drops a header. */
export interface RawRequestParts {
  readonly line?: string
  readonly headers?: { readonly [name: string]: string | undefined }
  readonly body?: string
}

/** Returns the bytes of a request as an SDK sends it. */
export function rawRequest(parts: RawRequestParts = {}): Buffer {
  const { line = 'POST / HTTP/1.1', body = '{"TableName":"Täble"}' } = parts
  const headers = {
    Host: 'localhost',
    'Content-Type': 'application/x-amz-json-1.0',
    'Content-Length': String(Buffer.byteLength(body)),
    'X-Amz-Target': 'DynamoDB_20120810.DescribeTable',
    'X-Amz-Date': '20260801T000000Z',
    Authorization: someAuthorization,
    ...parts.headers,
  }
  const lines = Object.entries(headers).filter(([, value]) => value !== undefined)
  return Buffer.from(
    `${line}\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`,
  )
}
