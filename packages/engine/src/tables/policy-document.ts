import type { ServiceError } from '@monotable/protocol'
import { validationError } from '@monotable/protocol'
import { repeatedMember } from '../util/repeated-member.ts'
import { isPolicyAction, type PolicyResource } from './policy-actions.ts'
import { readPrincipal } from './policy-principal.ts'
import { invalidParameters } from './read-key-schema.ts'

/** The maximum size of a document, including white space. */
const POLICY_MAX_BYTES = 20_480

/** A text, or a list of at least two, as in the canonical form. */
export type OneOrMore = string | readonly string[]

/** A statement in canonical form, with its members in AWS's order. */
export interface PolicyStatement {
  readonly Sid?: string
  readonly Effect: 'Allow' | 'Deny'
  readonly Principal?: '*' | { readonly [kind: string]: OneOrMore }
  readonly NotPrincipal?: '*' | { readonly [kind: string]: OneOrMore }
  readonly Action?: OneOrMore
  readonly NotAction?: OneOrMore
  readonly Resource?: OneOrMore
  readonly NotResource?: OneOrMore
  readonly Condition?: { readonly [operator: string]: { readonly [key: string]: unknown } }
}

/** A policy that can be attached. */
export interface PolicyDocument {
  readonly statements: readonly PolicyStatement[]
  /** The document as GetResourcePolicy returns it. */
  readonly text: string
  /** A document without a version is shown with the oldest one, yet is not equal to a document that names it. */
  readonly hasVersion: boolean
}

type Json = { readonly [member: string]: unknown }

/**
 * Parses the document of a resource policy and brings it into the form in which AWS returns it. Forms and messages
 * are those seen on AWS in October 2026; where none was seen, those of IAM.
 */
export function parsePolicyDocument(source: string, resource: PolicyResource): PolicyDocument {
  if (Buffer.byteLength(source) > POLICY_MAX_BYTES) {
    throw invalidParameters(`Maximum policy size of ${POLICY_MAX_BYTES} bytes exceeded`)
  }
  const syntax = new Syntax(source)
  const document = parseJson(source)
  if (Object.keys(document).length === 0) throw syntax.errorAt(document)
  const repeated = repeatedMember(source)
  if (repeated !== undefined) throw syntax.errorAt(repeated)
  syntax.requireMembers(document, ['Version', 'Id', 'Statement'])
  const { Version: version, Id: id, Statement: given } = document
  if (version !== undefined && version !== '2012-10-17' && version !== '2008-10-17') {
    throw invalidDocument('The policy must contain a valid version string')
  }
  if (given === undefined) throw missingField('Statement')
  const list = Array.isArray(given) ? given : [given]
  if (list.length === 0) throw invalidDocument('Could not parse the policy: Statement is empty!')
  const statements = list.map((statement) => readStatement(syntax, statement))
  checkStatements(statements, resource)
  const canonical = {
    Version: version ?? '2008-10-17',
    ...(id !== undefined && { Id: syntax.requireText(id) }),
    Statement: statements,
  }
  return { statements, text: JSON.stringify(canonical), hasVersion: version !== undefined }
}

function parseJson(source: string): Json {
  let document: unknown
  try {
    document = JSON.parse(source)
  } catch {
    throw invalidDocument('This policy contains invalid Json')
  }
  if (isObject(document)) return document
  if (document === null) throw invalidDocument('This text appears not to be a policy')
  throw invalidDocument('This policy contains invalid Json')
}

const statementMembers = [
  'Sid',
  'Effect',
  'Principal',
  'NotPrincipal',
  'Action',
  'NotAction',
  'Resource',
  'NotResource',
  'Condition',
] as const

function readStatement(syntax: Syntax, statement: unknown): PolicyStatement {
  if (!isObject(statement)) throw syntax.errorAt(statement)
  syntax.requireMembers(statement, statementMembers)
  const { Sid: sid, Effect: effect, Condition: condition } = statement
  if (effect === undefined) throw missingField('Effect')
  const principals = eitherOf(syntax, statement, 'Principal')
  const actions = eitherOf(syntax, statement, 'Action')
  const resources = eitherOf(syntax, statement, 'Resource')
  return {
    ...(sid !== undefined && { Sid: syntax.requireText(sid) }),
    Effect: readEffect(syntax, effect),
    [principals.name]: readPrincipal(principals.value, (value) => syntax.errorAt(value)),
    [actions.name]: syntax.requireTexts(actions.value),
    [resources.name]: syntax.requireTexts(resources.value),
    ...(condition !== undefined && { Condition: readCondition(syntax, condition) }),
  }
}

/** Returns the member of that name or its negation; exactly one of them must be present. */
function eitherOf(syntax: Syntax, statement: Json, name: 'Principal' | 'Action' | 'Resource') {
  const opposite = `Not${name}` as const
  const { [name]: positive, [opposite]: negative } = statement
  if (positive === undefined && negative === undefined) throw missingField(name)
  if (positive !== undefined && negative !== undefined) throw syntax.errorAt(negative)
  return positive === undefined ? { name: opposite, value: negative } : { name, value: positive }
}

function readEffect(syntax: Syntax, effect: unknown): 'Allow' | 'Deny' {
  const word = syntax.requireText(effect).toLowerCase()
  if (word === 'allow') return 'Allow'
  if (word === 'deny') return 'Deny'
  throw syntax.errorAt(effect)
}

function readCondition(syntax: Syntax, condition: unknown): NonNullable<PolicyStatement['Condition']> {
  if (!isObject(condition)) throw syntax.errorAt(condition)
  return mapMembers(condition, (tests) => {
    if (!isObject(tests)) throw syntax.errorAt(tests)
    return mapMembers(tests, (values) => {
      const list = Array.isArray(values) ? values : [values]
      for (const value of list) if (typeof value === 'object') throw syntax.errorAt(value)
      return list.length === 1 ? list[0] : list
    })
  })
}

/** Keeps names such as `__proto__` as ordinary members. */
function mapMembers<Result>(members: Json, change: (value: unknown) => Result): { [name: string]: Result } {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [name, change(value)]))
}

function checkStatements(statements: readonly PolicyStatement[], resource: PolicyResource): void {
  const ids = statements.flatMap(({ Sid }) => (Sid === undefined ? [] : [Sid]))
  if (new Set(ids).size < ids.length) {
    throw invalidDocument('The Statement Ids in the policy are not unique')
  }
  const actions = statements.flatMap(({ Action, NotAction }) => textsOf(Action ?? NotAction))
  checkActions(actions, resource)
  for (const { Resource, NotResource } of statements) {
    for (const name of textsOf(Resource ?? NotResource)) checkResource(name, resource)
  }
  if (statements.some(isUnbounded)) {
    throw validationError(
      'Resource-based policy grants unbounded access in one or more elements. ' +
        'Please revise the policy to ensure least-privilege form of access',
    )
  }
}

function checkActions(actions: readonly string[], resource: PolicyResource): void {
  if (actions.some((action) => action !== '*' && !action.includes(':'))) {
    throw invalidDocument('Actions/Conditions must be prefaced by a vendor, e.g., iam, sdb, ec2, etc.')
  }
  const unknown = actions.filter((action) => !isPolicyAction(resource, action))
  if (unknown.length === 0) return
  const names = [...new Set(unknown)].map((action) => `"${action}"`)
  throw invalidDocument(`The following action names are invalid: ${names.join(', ')}`)
}

// arn:<partition>:dynamodb:<region>:<account>:table/<name>[/index/<name>] or …/stream/<label>. Whether it is the
// resource that the policy is attached to is not checked.
function checkResource(arn: string, resource: PolicyResource): void {
  if (arn === '*') return
  const [prefix, , service, , , ...rest] = arn.split(':')
  if (prefix !== 'arn' || rest.length === 0) {
    throw invalidDocument(`Resource ${arn} must be in ARN format or "*".`)
  }
  if (service !== 'dynamodb' && service !== '*') throw invalidDocument(`Vendor ${service} is not valid`)
  const relativeId = rest.join(':')
  if (resourceForms[resource].test(relativeId)) return
  throw invalidDocument(`The relative-id "${relativeId}" is invalid for ARN "${arn}"`)
}

const resourceForms: { readonly [Resource in PolicyResource]: RegExp } = {
  table: /^(?:\*|table\/(?:[^/]+(?:\/index\/[^/]+|\/\*)?))$/,
  stream: /^(?:\*|table\/(?:\*|[^/]+\/(?:\*|stream\/[^/]+)))$/,
}

/** Returns whether a statement allows everybody. */
function isUnbounded({ Effect, Principal, NotPrincipal, Condition }: PolicyStatement): boolean {
  if (Effect !== 'Allow' || Condition !== undefined) return false
  if (NotPrincipal !== undefined || Principal === '*') return true
  return Principal !== undefined && Object.values(Principal).some((names) => textsOf(names).includes('*'))
}

/** Returns one text or several as a list. */
export function textsOf(texts: OneOrMore | undefined): readonly string[] {
  if (texts === undefined) return []
  return typeof texts === 'string' ? [texts] : texts
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function missingField(name: string): ServiceError {
  return invalidDocument(`Missing required field ${name}`)
}

function invalidDocument(detail: string): ServiceError {
  return invalidParameters(`Invalid policy document: ${detail}`)
}

/** Reads parts of a document that is valid JSON; anything unexpected has a position in the source. */
class Syntax {
  readonly #source: string

  constructor(source: string) {
    this.#source = source
  }

  requireMembers(object: Json, known: readonly string[]): void {
    const unknown = Object.keys(object).find((name) => !known.includes(name))
    if (unknown !== undefined) throw this.errorAt(unknown)
  }

  requireText(value: unknown): string {
    if (typeof value === 'string') return value
    throw this.errorAt(value)
  }

  requireTexts(value: unknown): OneOrMore {
    const list = Array.isArray(value) ? value : [value]
    const texts = list.map((text) => this.requireText(text))
    if (texts.length === 0) throw this.errorAt(value)
    return texts.length === 1 ? (texts[0] as string) : texts
  }

  /** AWS reports the line and column where it stopped reading: after what it did not expect. */
  errorAt(value: unknown): ServiceError {
    const text = JSON.stringify(value)
    const found = this.#source.indexOf(text)
    const before = this.#source.slice(0, found < 0 ? this.#source.length : found + text.length)
    const line = before.split('\n').length
    const column = before.length - before.lastIndexOf('\n')
    return invalidDocument(`Syntax error at position (${line},${column})`)
  }
}
