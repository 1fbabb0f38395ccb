import type { ServiceError } from '@monotable/protocol'
import { invalidParameters } from './read-key-schema.ts'

/** A text or a list of at least two. */
type OneOrMore = string | readonly string[]

const accountId = /^\d{12}$/
const identityArn =
  /^arn:aws[\w-]*:(?:iam|sts)::\d{12}:(?:root|(?:user|role|federated-user|assumed-role)\/.+)$/
/** The services that AWS allows to access tables: zero-ETL integrations, and replication between accounts. */
const services: ReadonlySet<string> = new Set([
  'glue.amazonaws.com',
  'redshift.amazonaws.com',
  'replication.dynamodb.amazonaws.com',
])
const kinds: ReadonlySet<string> = new Set(['AWS', 'Service', 'Federated', 'CanonicalUser'])

/**
 * Reads the principal of a statement into the form in which AWS returns it: an account becomes its root, and
 * duplicates are removed. Whether a principal exists cannot be known here and is not checked.
 */
export function readPrincipal(
  principal: unknown,
  syntaxErrorAt: (value: unknown) => ServiceError,
): '*' | { [kind: string]: OneOrMore } {
  if (principal === '*') return '*'
  if (typeof principal !== 'object' || principal === null || Array.isArray(principal)) {
    throw syntaxErrorAt(principal)
  }
  const read: { [kind: string]: OneOrMore } = {}
  for (const [kind, given] of Object.entries(principal)) {
    if (!kinds.has(kind)) throw syntaxErrorAt(kind)
    const names = (Array.isArray(given) ? given : [given]).map((name: unknown) => {
      if (typeof name !== 'string') throw syntaxErrorAt(name)
      if (kind === 'Service') checkService(name)
      return kind === 'AWS' ? readIdentity(name) : name
    })
    const distinct = [...new Set(names)]
    if (distinct.length === 0) throw syntaxErrorAt(given)
    read[kind] = distinct.length === 1 ? (distinct[0] as string) : distinct
  }
  if (Object.keys(read).length === 0) throw syntaxErrorAt(principal)
  return read
}

function checkService(name: string): void {
  if (name === '*' || services.has(name)) return
  throw invalidParameters('Invalid policy document: Policy contains invalid service principal')
}

function readIdentity(name: string): string {
  if (accountId.test(name)) return `arn:aws:iam::${name}:root`
  if (name === '*' || identityArn.test(name) || isUniqueId(name)) return name
  throw invalidParameters('Invalid principal in policy document.')
}

/** Returns whether a name has the form of the id by which IAM knows a user or a role for ever. */
export function isUniqueId(name: string): boolean {
  return /^A[A-Z]{3}[A-Z0-9]{12,}$/.test(name)
}
