import { promisify } from 'node:util'
import { deflate, gzip } from 'node:zlib'
import { acceptedEncoding } from './accepted-encoding.ts'
import type { Answer } from './answer.ts'

/** DynamoDB compresses bodies from this many bytes on. */
const minBytes = 4096

const compressors = { gzip: promisify(gzip), deflate: promisify(deflate) }

/** Compresses an answer as the client's Accept-Encoding header allows. */
export async function compressAnswer(answer: Answer, acceptEncoding: string): Promise<Answer> {
  // Text has at most three bytes per UTF-16 unit.
  if (answer.body.length * 3 < minBytes || Buffer.byteLength(answer.body) < minBytes) return answer
  const encoding = acceptedEncoding(acceptEncoding)
  if (encoding === undefined) return answer
  const compressed = await compressors[encoding](answer.body)
  return { ...answer, compressed, extraHeaders: { ...answer.extraHeaders, 'Content-Encoding': encoding } }
}
