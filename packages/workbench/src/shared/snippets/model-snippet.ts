import type { EntityModel, PatternArgument, PatternModel, TableModel } from '../api.ts'
import { byCodeNames } from '../code-names.ts'
import { matchPattern } from './match-pattern.ts'
import { storedForm, writeNumber, writeObject, writeSlot, writeValue } from './model-value.ts'
import { readQuery } from './read-query.ts'
import { primaryKey, recogniseItem, recogniseKey, type WireItem } from './recognise-entity.ts'
import type { SnippetCall } from './snippet.ts'
import { quoteText, scriptStyle } from './write-literal.ts'

/** Code that uses the model, or why there is none. */
export type ModelSnippet = { readonly code: string } | { readonly reason: string }

/** An access pattern that was called by name. */
export interface CalledPattern {
  readonly pattern: PatternModel
  readonly arguments: { readonly [name: string]: unknown }
}

type Expression = { readonly expression: string } | { readonly reason: string }
type Input = { readonly [member: string]: unknown }

/** Writes a call as a verb or pattern of the model, if the model has an equivalent one. */
export function modelSnippet(call: SnippetCall, model: TableModel, called?: CalledPattern): ModelSnippet {
  if (model.source === 'guessed') {
    return {
      reason:
        'The entities of this table are only guessed from its data. Open the workbench with a model file.',
    }
  }
  const written = called === undefined ? write(call, model) : { expression: writePattern(called) }
  if ('reason' in written) return written
  const note = '// `db` is your connected model: model.connect(client).'
  return {
    code: `${note}\nconst result = await ${written.expression}\nconsole.dir(result, { depth: null })\n`,
  }
}

function write({ operation, input }: SnippetCall, model: TableModel): Expression {
  const members = input as Input
  switch (operation) {
    case 'GetItem':
      return writeKeyed(model, members, 'get')
    case 'DeleteItem':
      return isConditional(members) ? conditions : writeKeyed(model, members, 'remove')
    case 'PutItem':
      return writePut(model, members)
    case 'UpdateItem':
      return writeUpdate(model, members)
    case 'Query':
      return writeQuery(model, members)
    case 'BatchGetItem':
    case 'BatchWriteItem':
      return writeBatch(model, operation, members)
    default:
      return { reason: `The model has no verb for this ${operation}.` }
  }
}

function isConditional(input: Input): boolean {
  return 'ConditionExpression' in input || 'Expected' in input
}

const conditions: Expression = { reason: 'The model cannot express this condition.' }

function writePattern({ pattern, arguments: values }: CalledPattern): string {
  const members = Object.entries(values).map(([name, value]) => {
    const known = pattern.arguments.find((argument) => argument.name === name)
    return [name, writeArgument(value, known?.type)] as const
  })
  return `db.q${member(pattern.name)}(${writeObject(members)})`
}

function writeKeyed(model: TableModel, input: Input, verb: string): Expression {
  const key = writeKey(model, input['Key'] as WireItem)
  return 'reason' in key ? key : { expression: `db${member(key.entity.name)}.${verb}(${key.expression})` }
}

function writeKey(
  model: TableModel,
  key: WireItem,
): { readonly entity: EntityModel; readonly expression: string } | { readonly reason: string } {
  const found = recogniseKey(model, key, primaryKey(model))
  if (found === undefined) return { reason: 'The key belongs to no entity of the model.' }
  const members: [string, string][] = []
  for (const slot of found.slots) {
    const written = writeSlot(slot, found.entity)
    if (written === undefined) return { reason: `The encoding of ${slot.slot} cannot be reversed here.` }
    members.push([slot.slot, written])
  }
  return { entity: found.entity, expression: writeObject(members) }
}

function writePut(model: TableModel, input: Input): Expression {
  const item = input['Item'] as WireItem
  const entity = recogniseItem(model, item)
  if (entity === undefined) return { reason: 'The item belongs to no entity of the model.' }
  const isNew = isNewOnly(model, input)
  if (isConditional(input) && !isNew) return conditions
  const own = Object.entries(item).filter(([name]) => isOwnAttribute(model, entity, name))
  const members = writeMembers(Object.fromEntries(own), entity)
  return { expression: `db${member(entity.name)}.${isNew ? 'create' : 'put'}(${writeObject(members)})` }
}

/** Whether the condition requires that no item with this key exists. */
function isNewOnly(model: TableModel, input: Input): boolean {
  const condition = String(input['ConditionExpression'] ?? '')
  const [, name] = /^\s*attribute_not_exists\s*\(\s*([\w#]+)\s*\)\s*$/.exec(condition) ?? []
  return name !== undefined && primaryKey(model).includes(nameIn(input, name))
}

/** Resolves a name in an expression. */
function nameIn(input: Input, name: string): string {
  const names = (input['ExpressionAttributeNames'] ?? {}) as { readonly [name: string]: string }
  return Object.hasOwn(names, name) ? (names[name] ?? name) : name
}

/** Writes the attributes of an item in the application's form. */
function writeMembers(item: WireItem, entity: EntityModel): [string, string][] {
  return Object.entries(byCodeNames(item, entity.storedAs)).map(([name, value]) => [
    name,
    writeValue(value, storedForm(entity, name)),
  ])
}

/** Whether the application knows the attribute; others exist only for keys, types and expiry. */
function isOwnAttribute(model: TableModel, entity: EntityModel, name: string): boolean {
  if (entity.attributes.includes(name)) return true
  return !Object.hasOwn(entity.templates, name) && name !== model.typeAttribute && name !== model.ttlAttribute
}

function writeUpdate(model: TableModel, input: Input): Expression {
  if (isConditional(input)) return conditions
  const key = writeKey(model, input['Key'] as WireItem)
  if ('reason' in key) return key
  const expression = String(input['UpdateExpression'] ?? '')
  const [, list] = /^\s*set\s+(.*)$/is.exec(expression) ?? []
  const values = (input['ExpressionAttributeValues'] ?? {}) as WireItem
  const changes: [string, string][] = []
  for (const part of (list ?? '').split(',')) {
    const [, name, value] = /^\s*(#?[\w]+)\s*=\s*(:\w+)\s*$/.exec(part) ?? []
    const given = value === undefined ? undefined : values[value]
    if (name === undefined || given === undefined)
      return { reason: 'Only plain SET a = :a is written as model code.' }
    const attribute = nameIn(input, name)
    if (!isOwnAttribute(model, key.entity, attribute)) continue
    changes.push(...writeMembers({ [attribute]: given }, key.entity))
  }
  return { expression: `db${member(key.entity.name)}.update(${key.expression}, ${writeObject(changes)})` }
}

function writeQuery(model: TableModel, input: Input): Expression {
  if ('FilterExpression' in input) return { reason: 'The model cannot express this filter.' }
  const query = readQuery(input)
  if ('reason' in query) return query
  const found = matchPattern(model, query)
  return found === undefined
    ? { reason: 'No access pattern of the model matches.' }
    : { expression: `db.q${member(found.pattern.name)}(${writeObject(found.arguments)})` }
}

function writeBatch(model: TableModel, operation: string, input: Input): Expression {
  const tables = Object.entries((input['RequestItems'] ?? {}) as { readonly [table: string]: unknown })
  if (tables.length !== 1 || tables[0]?.[0] !== model.table)
    return { reason: 'The batch covers several tables.' }
  const requests = tables[0][1]
  const calls: SnippetCall[] =
    operation === 'BatchGetItem'
      ? ((requests as { Keys?: object[] }).Keys ?? []).map((Key) => ({
          operation: 'GetItem',
          input: { Key },
        }))
      : (requests as { PutRequest?: object; DeleteRequest?: object }[]).map(
          ({ PutRequest, DeleteRequest }) =>
            PutRequest === undefined
              ? { operation: 'DeleteItem', input: DeleteRequest ?? {} }
              : { operation: 'PutItem', input: PutRequest },
        )
  const written = calls.map((call) => write(call, model))
  const refused = written.find((one) => 'reason' in one)
  if (refused !== undefined) return refused
  const list = written.map((one) =>
    'expression' in one ? `  ${one.expression.replaceAll('\n', '\n  ')},\n` : '',
  )
  return { expression: `db.batch.${operation === 'BatchGetItem' ? 'get' : 'write'}([\n${list.join('')}])` }
}

function member(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? `.${name}` : `[${quoteText(name)}]`
}

/**
 * Writes an argument of a pattern: a value, or a range of values. The page has text, which is converted to the type
 * that the model expects.
 */
function writeArgument(value: unknown, type: PatternArgument['type']): string {
  if (typeof value === 'string') return writeText(value, type)
  if (Array.isArray(value)) return `[${value.map((one) => writeArgument(one, type)).join(', ')}]`
  if (typeof value === 'object' && value !== null) {
    // A prefix is always text.
    const typeOf = (operator: string) => (operator === 'begins' ? 'text' : type)
    return writeObject(
      Object.entries(value).map(([operator, inner]) => [operator, writeArgument(inner, typeOf(operator))]),
    )
  }
  return value === undefined ? 'undefined' : String(value) === 'null' ? scriptStyle.none : String(value)
}

function writeText(text: string, type: PatternArgument['type']): string {
  if (type === 'number' && text.trim() !== '') return writeNumber(text, undefined)
  if (type === 'bigint' && /^-?\d+$/.test(text)) return writeNumber(text, type)
  if (type === 'date' && !Number.isNaN(Date.parse(text))) return `new Date(${quoteText(text)})`
  return quoteText(text)
}
