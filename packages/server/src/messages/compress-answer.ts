import { promisify } from 'node:util'
import { deflate, gzip } from 'node:zlib'
import { acceptedEncoding } from './accepted-encoding.ts'
import type { Answer } from './answer.ts'

/** DynamoDB compresses bodies from this many bytes on. */
const minBytes = 4096

const compressors = { gzip: promisify(gzip), deflate: promisify(deflate) }

/** The answer as a client that sent this Accept-Encoding header gets it. */
export async function compressAnswer(answer: Answer, acceptEncoding: string): Promise<Answer> {
  // No text has more bytes than three for each of its units.
  if (answer.body.length * 3 < minBytes || Buffer.byteLength(answer.body) < minBytes) return answer
  const encoding = acceptedEncoding(acceptEncoding)
  if (encoding === undefined) return answer
  const compressed = await compressors[encoding](answer.body)
  return { ...answer, compressed, extraHeaders: { ...answer.extraHeaders, 'Content-Encoding': encoding } }
}
