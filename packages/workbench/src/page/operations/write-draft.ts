import { type AttributeMap, setOwn } from '@monotable/protocol'
import type { TableModel } from '../../shared/api.ts'
import { splitConjunction } from '../../shared/snippets/read-query.ts'
import type { SnippetCall } from '../../shared/snippets/snippet.ts'
import { writeFilter } from './build-read.ts'
import type { NotBuilt } from './parse-read.ts'
import { Placeholders } from './placeholders.ts'
import { type FilterDraft, readTyped, type ScalarType, typedValue } from './read-draft.ts'
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
  const read = readChanges(String(update ?? ''), members)
  if (read === undefined || (condition !== undefined && splitConjunction(String(condition)).length > 0)) {
    return { reason: 'The builder cannot edit these expressions: edit them as JSON.' }
  }
  return { ...draft, changes: read }
}

const changeForms: readonly { readonly form: RegExp; readonly verb: ChangeVerb }[] = [
  { form: /^([#\w.[\]]+)\s*=\s*(:\w+)$/, verb: 'set' },
  { form: /^([#\w.[\]]+)\s*=\s*if_not_exists\(\s*\1\s*,\s*(:\w+)\s*\)$/i, verb: 'set if missing' },
]

/** Parses SET of plain values; the form cannot show anything else. */
function readChanges(
  update: string,
  members: { readonly [member: string]: unknown },
): ChangeDraft[] | undefined {
  if (update.trim() === '') return []
  const [, list] = /^\s*set\s+(.*)$/is.exec(update) ?? []
  if (list === undefined || /\b(add|remove|delete)\s/i.test(list)) return undefined
  const names = (members['ExpressionAttributeNames'] ?? {}) as { readonly [name: string]: string }
  const values = (members['ExpressionAttributeValues'] ?? {}) as {
    readonly [name: string]: { readonly [type: string]: unknown }
  }
  const changes: ChangeDraft[] = []
  for (const part of list.split(/,(?![^(]*\))/)) {
    const found = changeForms.flatMap(({ form, verb }) => {
      const match = form.exec(part.trim())
      return match === null ? [] : [{ verb, path: match[1] ?? '', value: readTyped(values[match[2] ?? '']) }]
    })[0]
    const attribute = found && resolvePath(found.path, names)
    if (found?.value === undefined || attribute === undefined) return undefined
    changes.push({ verb: found.verb, attribute, type: found.value.type, value: found.value.text })
  }
  return changes
}
