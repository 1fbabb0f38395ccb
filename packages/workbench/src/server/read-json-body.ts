import type { IncomingMessage } from 'node:http'
import { ApiError, invalid } from './api-error.ts'

/** DynamoDB accepts 16 MiB; the page adds a little around it. */
const maxBodyBytes = 17 * 1024 * 1024
/** DynamoDB nests items up to 32 levels; requests add a few. */
const maxDepth = 200

/** Reads the JSON object in the body of a request. */
export async function readJsonBody(
  request: IncomingMessage,
  limitBytes: number = maxBodyBytes,
): Promise<{ readonly [member: string]: unknown }> {
  const type = (request.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase()
  if (type !== 'application/json') throw new ApiError(415, 'NotJson', 'The body must be application/json.')
  const text = await readText(request, limitBytes)
  if (nestsDeeperThan(maxDepth, text)) throw invalid('The body is nested too deeply.')
  const value = parse(text)
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as never
  throw invalid('The body must be an object.')
}

async function readText(request: IncomingMessage, limitBytes: number): Promise<string> {
  if (Number(request.headers['content-length'] ?? 0) > limitBytes) throw tooLarge()
  const chunks: Buffer[] = []
  let sizeBytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length
    if (sizeBytes > limitBytes) throw tooLarge()
    chunks.push(chunk)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
  } catch {
    throw invalid('The body is not UTF-8.')
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw invalid(`The body is not JSON: ${(error as Error).message}`)
  }
}

function tooLarge(): ApiError {
  return new ApiError(413, 'TooLarge', 'The body is too large.')
}

/**
 * Whether JSON text nests too deeply. If not, recursive code can walk the value safely. Strings are not matched as a
 * whole, since they may be long.
 */
function nestsDeeperThan(limit: number, text: string): boolean {
  let depth = 0
  let isText = false
  for (const [found] of text.matchAll(/\\.|["[\]{}]/gs)) {
    if (found === '"') isText = !isText
    else if (isText || found.startsWith('\\')) continue
    else depth += found === '{' || found === '[' ? 1 : -1
    if (depth > limit) return true
  }
  return false
}
