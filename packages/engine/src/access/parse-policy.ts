import { isKnownAction } from './actions.ts'
import { PolicyError } from './policy-error.ts'

/** A list of names, or everything except those names. */
export interface NameList {
  readonly names: readonly string[]
  /** Whether everything except the names is meant. */
  readonly inverted: boolean
}

/** One test of a condition, as written. */
export interface WrittenTest {
  readonly operator: string
  readonly key: string
  readonly values: readonly string[]
}

/** The principals that a statement of a resource's policy names, by kind; `*` is everybody. */
export type WrittenPrincipal = '*' | ReadonlyMap<string, readonly string[]>

/** A statement whose form is valid. */
export interface WrittenStatement {
  /** Its position, for messages. */
  readonly where: string
  readonly effect: 'Allow' | 'Deny'
  readonly principal: WrittenPrincipal | undefined
  readonly actions: NameList
  readonly resources: NameList
  readonly tests: readonly WrittenTest[]
}

/** A policy whose form is valid. */
export interface WrittenPolicy {
  /** Whether texts may contain variables: not in the oldest version. */
  readonly hasVariables: boolean
  readonly statements: readonly WrittenStatement[]
}

/** Whether a policy belongs to a user, or to a resource and therefore names its principals. */
export type PolicyForm = 'user' | 'resource'

type Json = { readonly [member: string]: unknown }

const statementMembers = ['Sid', 'Effect', 'Action', 'NotAction', 'Resource', 'NotResource', 'Condition']

/**
 * Checks the form of a policy. Anything the database does not understand is an error and never ignored: a
 * half-understood policy protects nothing.
 */
export function parsePolicy(document: unknown, form: PolicyForm): WrittenPolicy {
  if (!isObject(document)) throw new PolicyError('a policy must be an object')
  requireMembers('the policy', document, ['Version', 'Id', 'Statement'])
  const { Version: version, Statement: given } = document
  if (version !== undefined && version !== '2012-10-17' && version !== '2008-10-17') {
    throw new PolicyError('Version must be "2012-10-17" or "2008-10-17"')
  }
  if (given === undefined) throw new PolicyError('the policy has no Statement')
  const list: readonly unknown[] = Array.isArray(given) ? given : [given]
  if (list.length === 0) throw new PolicyError('Statement is empty')
  const statements = list.map((statement, position) => {
    const where = Array.isArray(given) ? `Statement[${position}]` : 'Statement'
    return readStatement(statement, where, form)
  })
  return { hasVariables: version === '2012-10-17', statements }
}

function readStatement(statement: unknown, where: string, form: PolicyForm): WrittenStatement {
  if (!isObject(statement)) throw new PolicyError(`${where} must be an object`)
  const members = form === 'user' ? statementMembers : [...statementMembers, 'Principal']
  requireMembers(where, statement, members)
  const { Sid: sid, Effect: effect } = statement
  if (sid !== undefined && typeof sid !== 'string') throw new PolicyError(`${where}.Sid must be a text`)
  if (effect !== 'Allow' && effect !== 'Deny') {
    throw new PolicyError(`${where}.Effect must be "Allow" or "Deny"`)
  }
  const actions = readNames(statement, 'Action', where)
  for (const action of actions.names) checkAction(action, where)
  const resources = readNames(statement, 'Resource', where)
  for (const resource of resources.names) checkResource(resource, where)
  return {
    where,
    effect,
    principal: form === 'user' ? undefined : readPrincipal(statement['Principal'], where),
    actions,
    resources,
    tests: readCondition(statement['Condition'], where),
  }
}

function readNames(statement: Json, member: 'Action' | 'Resource', where: string): NameList {
  const { [member]: positive, [`Not${member}`]: negative } = statement
  if ((positive === undefined) === (negative === undefined)) {
    throw new PolicyError(`${where} must have either ${member} or Not${member}`)
  }
  const inverted = positive === undefined
  const name = `${where}.${inverted ? 'Not' : ''}${member}`
  return { names: requireTexts(positive ?? negative, name), inverted }
}

function checkAction(action: string, where: string): void {
  if (action === '*') return
  const [vendor = '', name] = action.split(':', 2)
  if (name === undefined)
    throw new PolicyError(`${where}: the action "${action}" must begin with "dynamodb:"`)
  // A policy for several services can be used unchanged; what it says about others has no effect here.
  if (!/^dynamodb$/i.test(vendor) && !/[*?]/.test(vendor)) return
  if (!isKnownAction(action)) throw new PolicyError(`${where}: DynamoDB has no action "${action}"`)
}

function checkResource(resource: string, where: string): void {
  if (resource === '*' || /^(?:arn|\*):/.test(resource) || resource.startsWith('arn*')) return
  throw new PolicyError(`${where}: the resource "${resource}" must be "*" or an ARN`)
}

function readPrincipal(principal: unknown, where: string): WrittenPrincipal {
  if (principal === '*') return '*'
  if (!isObject(principal)) throw new PolicyError(`${where}.Principal must be "*" or an object`)
  const kinds = Object.entries(principal)
  return new Map(kinds.map(([kind, names]) => [kind, requireTexts(names, `${where}.Principal.${kind}`)]))
}

function readCondition(condition: unknown, where: string): WrittenTest[] {
  if (condition === undefined) return []
  if (!isObject(condition)) throw new PolicyError(`${where}.Condition must be an object`)
  return Object.entries(condition).flatMap(([operator, keys]) => {
    const place = `${where}.Condition.${operator}`
    if (!isObject(keys)) throw new PolicyError(`${place} must be an object`)
    return Object.entries(keys).map(([key, given]) => {
      return { operator, key, values: requireScalars(given, `${place}.${key}`) }
    })
  })
}

function requireScalars(given: unknown, where: string): string[] {
  const list: readonly unknown[] = Array.isArray(given) ? given : [given]
  return list.map((value) => {
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
      return String(value)
    }
    throw new PolicyError(`${where} must be a text or a list of texts`)
  })
}

function requireTexts(given: unknown, where: string): string[] {
  const list: readonly unknown[] = Array.isArray(given) ? given : [given]
  if (list.length === 0) throw new PolicyError(`${where} is empty`)
  return list.map((text) => {
    if (typeof text === 'string' && text !== '') return text
    throw new PolicyError(`${where} must be a text or a list of texts`)
  })
}

function requireMembers(where: string, object: Json, known: readonly string[]): void {
  const unknown = Object.keys(object).find((member) => !known.includes(member))
  if (unknown !== undefined) throw new PolicyError(`${where} has an unknown member "${unknown}"`)
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
