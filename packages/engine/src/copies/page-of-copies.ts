import { validationError } from '@monotable/protocol'
import type { CopyKind } from './copy-arn.ts'

const defaultPageSize = 10
/** Copies that began longer ago are not listed (AWS documentation); they can be described for a year. */
const listedMs = 90 * 24 * 60 * 60 * 1000
/** AWS's tokens have at least this length, in hexadecimal digits and whole groups of sixteen. */
const tokenMinLength = 112
const tokenGroup = 16

interface Copy {
  readonly arn: string
  readonly id: string
  readonly startMs: number
}

/** Returns a page of exports, imports or bulk operations, latest first, and the token of the next one. */
export function pageOfCopies<Document extends Copy>(
  all: readonly Document[],
  {
    kind,
    nowMs,
    pageSize = defaultPageSize,
    token,
  }: {
    readonly kind: CopyKind
    readonly nowMs: number
    readonly pageSize?: number | undefined
    readonly token?: string | undefined
  },
): { readonly page: readonly Document[]; readonly next: string | undefined } {
  const orderOf = kind === 'export' ? arnOrder : timeOrder
  const listed = all.filter(({ startMs }) => startMs >= nowMs - listedMs)
  const lastFirst = listed.toSorted((left, right) => (orderOf(left) < orderOf(right) ? 1 : -1))
  const start = token === undefined ? undefined : decodeToken(kind, token)
  const rest = start === undefined ? lastFirst : lastFirst.filter((copy) => orderOf(copy) < start)
  const page = rest.slice(0, pageSize)
  const last = page.at(-1)
  const next = last && page.length < rest.length ? encodeToken(kind, orderOf(last)) : undefined
  return { page, next }
}

/** Returns what exports are sorted by: AWS documents their order as descending by ARN. */
function arnOrder({ arn }: Copy): string {
  return arn
}

// An id begins with the time.
function timeOrder({ id, arn }: Copy): string {
  return `${id} ${arn}`
}

function encodeToken(kind: CopyKind, position: string): string {
  const hex = Buffer.from(`${kind} ${position}`).toString('hex')
  const length = Math.max(tokenMinLength, Math.ceil(hex.length / tokenGroup) * tokenGroup)
  return hex.padEnd(length, '0')
}

function decodeToken(kind: CopyKind, token: string): string {
  const text = withoutFilling(Buffer.from(token, 'hex').toString())
  if (text.startsWith(`${kind} `)) return text.slice(kind.length + 1)
  throw validationError(`Invalid Request: Provided nextToken is invalid: ${token}`)
}

/**
 * Removes the zeros at the end. A regular expression would begin at each zero of a run that something follows, and a
 * token may have megabytes of them.
 */
function withoutFilling(text: string): string {
  let end = text.length
  while (end > 0 && text.charCodeAt(end - 1) === 0) end--
  return text.slice(0, end)
}
