import type { Tag } from '@monotable/protocol'
import { splitAtMost } from '../util/split-at-most.ts'
import { normalizeKey } from './condition-keys.ts'
import { type ConditionFacts, type Need, noFacts } from './need.ts'
import type { NeedContext } from './need-context.ts'

/** A resource that a request names by its ARN. */
export interface NamedResource {
  readonly arn: string
  readonly facts?: () => ConditionFacts
  /** Whether the operation uses the region of the ARN instead of that of the request. */
  readonly crossesRegions?: true
}

/** Returns the need of an action on the resource of an ARN: a table, or something that belongs to one. */
export function arnNeeds(
  action: string,
  { catalogue, realm }: NeedContext,
  { arn, facts = noFacts, crossesRegions }: NamedResource,
): Need[] {
  const [, , service = '', given = '', accountId = '', path = ''] = splitAtMost(arn, ':', 6)
  const [type, name = '', kind, id = ''] = splitAtMost(path, '/', 4)
  // Operations ignore the partition of an ARN, and some also its region, so only one form may count.
  const region = crossesRegions ? given : realm.region
  const base = `arn:aws:${service}:${region}:${accountId}`
  const isTable = accountId === realm.accountId && type === 'table'
  // Looking up the catalogue is fastest with the same realm object as last time.
  const place = region === realm.region ? realm : { ...realm, region }
  const isRecord = records.has(kind ?? '') && id !== ''
  const definition = isTable && !isRecord ? catalogue.find(place, name)?.definition : undefined
  const isStream = kind === 'stream' && id !== ''
  const need = {
    action,
    resource: `${base}:${path}`,
    definition,
    facts,
    ...(isStream && { stream: id }),
  }
  if (kind === undefined || isRecord || isStream || (kind === 'index' && id !== '')) return [need]
  // An operation that parses ARNs less strictly may still take it for the table.
  return [need, { action, resource: `${base}:${type}/${name}`, definition, facts }]
}

/**
 * Things that are kept of a table and may outlive it: they have neither tags nor a policy (AWS: service
 * authorization reference), least of all those of a later table of that name.
 */
const records: ReadonlySet<string> = new Set(['backup', 'export', 'import', 'bulk-operation'])

/** Returns the facts about tags in a request. */
export function tagFacts(tags: readonly Tag[]): ConditionFacts {
  const facts = new Map(tagKeyFacts(tags.map(({ Key }) => Key)))
  for (const { Key, Value } of tags) {
    const name = normalizeKey(`aws:RequestTag/${Key}`)
    facts.set(name, [...(facts.get(name) ?? []), Value])
  }
  return facts
}

/** Returns the facts about tag keys. */
export function tagKeyFacts(keys: readonly string[]): ConditionFacts {
  return keys.length === 0 ? noFacts() : new Map([['aws:tagkeys', keys]])
}
