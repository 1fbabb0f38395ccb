import type { Tag } from '@monotable/protocol'
import { type ConditionFacts, type Need, noFacts } from './need.ts'
import type { NeedContext } from './need-context.ts'

/** What an action needs on the resource of an ARN: a table, or something that belongs to one. */
export function arnNeeds(
  action: string,
  context: NeedContext,
  { arn, facts = noFacts }: { readonly arn: string; readonly facts?: () => ConditionFacts },
): Need[] {
  const { catalogue, realm } = context
  const [, , service = '', region = '', accountId = '', ...rest] = arn.split(':')
  const path = rest.join(':')
  const [type, name = '', kind, ...below] = path.split('/')
  // Operations look past the partition of an ARN, so that there must be one form of it only.
  const resource = `arn:aws:${service}:${region}:${accountId}:${path}`
  const isOurs = region === realm.region && accountId === realm.accountId && type === 'table'
  const definition = isOurs ? catalogue.find(realm, name)?.definition : undefined
  const id = below.join('/')
  const isStream = kind === 'stream' && id !== ''
  const need = { action, resource, definition, facts, ...(isStream && { stream: id }) }
  if (kind === undefined || (belongings.has(kind) && id !== '')) return [need]
  // What is no such thing may still be taken for the table by an operation that reads ARNs less strictly.
  const table = `arn:aws:${service}:${region}:${accountId}:${type}/${name}`
  return [need, { action, resource: table, definition, facts }]
}

const belongings: ReadonlySet<string> = new Set(['index', 'stream', 'backup', 'export', 'import'])

/** What can be asked of tags that a request gives. */
export function tagFacts(tags: readonly Tag[]): ConditionFacts {
  return new Map([
    ...tags.map(({ Key, Value }): [string, string[]] => [`aws:requesttag/${Key}`, [Value]]),
    ...tagKeyFacts(tags.map(({ Key }) => Key)),
  ])
}

/** What can be asked of the keys of tags. */
export function tagKeyFacts(keys: readonly string[]): ConditionFacts {
  return keys.length === 0 ? noFacts() : new Map([['aws:tagkeys', keys]])
}
