import { type AttributeMap, setOwn } from '@monotable/protocol'
import type { TableModel } from '../../shared/api.ts'
import type { SnippetCall } from '../../shared/snippets/snippet.ts'
import { writeFilter } from './build-read.ts'
import { type NotBuilt, parseFilters } from './parse-read.ts'
import { Placeholders } from './placeholders.ts'
import { type FilterDraft, findUnnamed, readTyped, type ScalarType, typedValue } from './read-draft.ts'
import { resolvePath } from './resolve-path.ts'

export const changeVerbs = ['set', 'set if missing', 'add', 'append', 'remove'] as const
export type ChangeVerb = (typeof changeVerbs)[number]

/** One change of an update, as typed. */
export interface ChangeDraft {
  readonly verb: ChangeVerb
  readonly attribute: string
  readonly type: ScalarType
  readonly value: string
}

/** An update or a delete of one item: its key, the changes, and the conditions. */
export interface WriteDraft {
  readonly operation: 'UpdateItem' | 'DeleteItem'
  /** The texts of the key, in the order of its attributes. */
  readonly key: readonly string[]
  readonly changes: readonly ChangeDraft[]
  readonly conditions: readonly FilterDraft[]
}

/** Builds the request of an update or a delete. */
export function buildWrite(draft: WriteDraft, model: TableModel): SnippetCall {
  const Key: AttributeMap = {}
  for (const [place, { name, type }] of [...model.key.pk, ...model.key.sk].entries()) {
    setOwn(Key, name, typedValue(type, draft.key[place] ?? ''))
  }
  const placeholders = new Placeholders()
  const update = draft.operation === 'UpdateItem' ? writeChanges(draft.changes, placeholders) : ''
  const conditions = draft.conditions
    .filter(({ attribute }) => attribute !== '')
    .map((condition) => writeFilter(condition, placeholders))
  const input = {
    TableName: model.table,
    Key,
    ...(update === '' ? {} : { UpdateExpression: update }),
    ...(conditions.length === 0 ? {} : { ConditionExpression: conditions.join(' AND ') }),
    ...placeholders.members(),
    ReturnValues: draft.operation === 'UpdateItem' ? 'ALL_NEW' : 'ALL_OLD',
  }
  return { operation: draft.operation, input }
}

function writeChanges(changes: readonly ChangeDraft[], placeholders: Placeholders): string {
  const sets: string[] = []
  const adds: string[] = []
  const removes: string[] = []
  for (const { verb, attribute, type, value } of changes) {
    if (attribute === '') continue
    const path = placeholders.path(attribute)
    const given = () => placeholders.value(attribute, typedValue(type, value))
    if (verb === 'remove') removes.push(path)
    else if (verb === 'add') adds.push(`${path} ${given()}`)
    else if (verb === 'set') sets.push(`${path} = ${given()}`)
    else if (verb === 'set if missing') sets.push(`${path} = if_not_exists(${path}, ${given()})`)
    else {
      const empty = placeholders.value('empty_list', { L: [] })
      const more = placeholders.value(attribute, { L: [typedValue(type, value)] })
      sets.push(`${path} = list_append(if_not_exists(${path}, ${empty}), ${more})`)
    }
  }
  return [
    ...(sets.length === 0 ? [] : [`SET ${sets.join(', ')}`]),
    ...(adds.length === 0 ? [] : [`ADD ${adds.join(', ')}`]),
    ...(removes.length === 0 ? [] : [`REMOVE ${removes.join(', ')}`]),
  ].join(' ')
}

const known: ReadonlySet<string> = new Set([
  ...['TableName', 'Key', 'UpdateExpression', 'ConditionExpression', 'ExpressionAttributeNames'],
  ...['ExpressionAttributeValues', 'ReturnValues', 'ReturnConsumedCapacity'],
])

/** Parses an update or a delete into a draft. Requests that the form cannot express can only be edited as JSON. */
export function parseWrite({ operation, input }: SnippetCall, model: TableModel): WriteDraft | NotBuilt {
  if (operation !== 'UpdateItem' && operation !== 'DeleteItem') return { reason: `${operation} has no form.` }
  const members = input as { readonly [member: string]: unknown }
  const strange = Object.keys(members).find((name) => !known.has(name))
  if (strange !== undefined) return { reason: `The builder does not support ${strange}.` }
  if (members['TableName'] !== model.table) return { reason: 'The request is for another table.' }
  const key = (members['Key'] ?? {}) as { readonly [name: string]: { readonly [type: string]: unknown } }
  const texts = [...model.key.pk, ...model.key.sk].map(
    ({ name }) => (Object.hasOwn(key, name) ? readTyped(key[name])?.text : undefined) ?? '',
  )
  const update = members['UpdateExpression']
  const condition = members['ConditionExpression']
  const draft: WriteDraft = { operation, key: texts, changes: [], conditions: [] }
  if (update === undefined && condition === undefined) return draft
  const changes = readChanges(String(update ?? ''), members)
  const conditions = parseFilters(condition, members)
  if (changes === undefined || 'reason' in conditions) {
    return { reason: 'The builder cannot edit these expressions: edit them as JSON.' }
  }
  return { ...draft, changes, conditions: conditions.filters }
}

/** Returns what is only half typed, if there is such a part: without it, more would be written than is shown. */
export function findHalfWrite({ changes, conditions }: WriteDraft): string | undefined {
  return findUnnamed(changes, 'change') ?? findUnnamed(conditions, 'condition')
}

const path = '([#\\w.[\\]-]+)'
const changeForms: readonly { readonly clause: string; readonly form: RegExp; readonly verb: ChangeVerb }[] =
  [
    { clause: 'SET', form: new RegExp(`^${path}\\s*=\\s*(:\\w+)$`), verb: 'set' },
    {
      clause: 'SET',
      form: new RegExp(`^${path}\\s*=\\s*if_not_exists\\(\\s*\\1\\s*,\\s*(:\\w+)\\s*\\)$`),
      verb: 'set if missing',
    },
    {
      clause: 'SET',
      form: new RegExp(
        `^${path}\\s*=\\s*list_append\\(\\s*if_not_exists\\(\\s*\\1\\s*,\\s*(:\\w+)\\s*\\)\\s*,\\s*(:\\w+)\\s*\\)$`,
      ),
      verb: 'append',
    },
    { clause: 'ADD', form: new RegExp(`^${path}\\s+(:\\w+)$`), verb: 'add' },
    { clause: 'REMOVE', form: new RegExp(`^${path}$`), verb: 'remove' },
  ]

type Value = { readonly [type: string]: unknown }

/** Parses the changes that the form can show; `undefined` if there is any other. */
function readChanges(
  update: string,
  members: { readonly [member: string]: unknown },
): ChangeDraft[] | undefined {
  const names = (members['ExpressionAttributeNames'] ?? {}) as { readonly [name: string]: string }
  const values = (members['ExpressionAttributeValues'] ?? {}) as { readonly [name: string]: Value }
  const [before = '', ...clauses] = update.split(/\b(set|add|remove|delete)\s+/i)
  if (before.trim() !== '') return undefined
  const changes: ChangeDraft[] = []
  for (let at = 0; at < clauses.length; at += 2) {
    const clause = clauses[at]?.toUpperCase()
    for (const part of clauses[at + 1]?.split(/,(?![^(]*\))/) ?? []) {
      const found = changeForms.find((one) => one.clause === clause && one.form.test(part.trim()))
      const [, written = '', ...placeholders] = found?.form.exec(part.trim()) ?? []
      const attribute = resolvePath(written, names)
      if (found === undefined || attribute === undefined) return undefined
      const [first, second] = placeholders.map((placeholder) => values[placeholder])
      const value = found.verb === 'append' ? appended(first, second) : first
      const typed = found.verb === 'remove' ? { type: 'S' as const, text: '' } : readTyped(value)
      if (typed === undefined) return undefined
      changes.push({ verb: found.verb, attribute, type: typed.type, value: typed.text })
    }
  }
  return changes
}

/** Returns the only value that is appended to a list, which begins empty; the form shows no other. */
function appended(beginning: Value | undefined, list: Value | undefined): Value | undefined {
  const lists = [beginning?.['L'], list?.['L']]
  const [none, one] = lists.map((members) => (Array.isArray(members) ? (members as Value[]) : undefined))
  return none?.length === 0 && one?.length === 1 ? one[0] : undefined
}
