import type { AccessPolicy, AccessPolicyStatement } from '@monotable/engine'

/** What a request needs, as known to the code that drew the request. */
export interface NaiveNeed {
  readonly action: string
  readonly resource: string
  /** The values of each condition key, named as in policies; a key without values in this request is left out. */
  readonly facts: { readonly [key: string]: readonly string[] }
}

/** Stands for the keys that a statement leaves open. No policy contains this value. */
export const openKey = '\u0000\u0000'

/**
 * IAM's rules, in the order of its documentation: an explicit deny wins, then any allow, else the request is denied.
 */
export function isAllowed(policies: readonly AccessPolicy[], needs: readonly NaiveNeed[]): boolean {
  const statements = policies.flatMap(({ Statement }) => Statement as AccessPolicyStatement[])
  return needs.every((need) => {
    const applying = statements.filter((statement) => applies(statement, need))
    return !applying.some(({ Effect }) => Effect === 'Deny') && applying.length > 0
  })
}

function applies(statement: AccessPolicyStatement, need: NaiveNeed): boolean {
  const { Action, NotAction, Resource, NotResource, Condition = {} } = statement
  const action = `dynamodb:${need.action}`
  const meansAction = Action === undefined ? !isAny(NotAction, action, 'i') : isAny(Action, action, 'i')
  const meansResource =
    Resource === undefined ? !isAny(NotResource, need.resource) : isAny(Resource, need.resource)
  return (
    meansAction &&
    meansResource &&
    Object.entries(Condition).every(([operator, tests]) =>
      Object.entries(tests).every(([key, values]) => holds(operator, need.facts[key], list(values))),
    )
  )
}

function holds(operator: string, given: readonly string[] = [], wanted: readonly string[]): boolean {
  if (operator === 'Null') return wanted.includes(String(given.every((value) => value === openKey)))
  const quantifier = operator.includes(':') ? operator.split(':')[0] : undefined
  const name = (operator.split(':').at(-1) as string).replace('IfExists', '')
  const isNegated = name.includes('Not')
  const isSame = (value: string) =>
    name.endsWith('Like') ? isAny(wanted, value) : wanted.some((other) => other === value)
  const matches = (value: string) => isSame(value) !== isNegated
  if (given.length === 0) {
    if (operator.endsWith('IfExists') || quantifier === 'ForAllValues') return true
    return quantifier === undefined && isNegated
  }
  return quantifier === 'ForAllValues' ? given.every(matches) : given.some(matches)
}

function isAny(patterns: unknown, text: string, flags = ''): boolean {
  return list(patterns).some((pattern) => {
    const source = pattern
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replaceAll('*', '[^]*')
      .replaceAll('?', '[^]')
    return new RegExp(`^${source}$`, flags).test(text)
  })
}

function list(values: unknown): string[] {
  return (Array.isArray(values) ? values : [values]).map(String)
}
