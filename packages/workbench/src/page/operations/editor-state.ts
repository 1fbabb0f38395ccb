import type { TableModel } from '../../shared/api.ts'
import { type DataOperation, dataOperations } from '../../shared/snippets/operation-shapes.ts'
import type { SnippetCall } from '../../shared/snippets/snippet.ts'
import { wireJson } from '../item/wire-json.ts'
import { messageOf } from '../message-of.ts'
import { buildRead } from './build-read.ts'
import { templateOf } from './operation-template.ts'
import { parsePartiql } from './parse-partiql.ts'
import { parseRead } from './parse-read.ts'
import { emptyRead, type ReadDraft } from './read-draft.ts'
import { buildWrite, parseWrite, type WriteDraft } from './write-draft.ts'
import { writePartiql } from './write-partiql.ts'

/** One request in its three forms. The form being edited is kept as typed; the others follow it. */
export interface EditorState {
  readonly call: SnippetCall
  /** The builder's form of a read. */
  readonly draft?: ReadDraft | undefined
  /** The builder's form of an update or a delete. */
  readonly write?: WriteDraft | undefined
  /** Why there is no form. */
  readonly notBuilt?: string | undefined
  readonly statement: string
  /** Why there is no statement. */
  readonly noStatement?: string | undefined
  readonly json: string
  /** The item of a PutItem as typed in the builder, and what is wrong with it; the request is then the last valid one. */
  readonly unfinishedItem?: { readonly text: string; readonly problem: string } | undefined
  /** What is wrong with the JSON; the request is then still the last valid one. */
  readonly jsonProblem?: string | undefined
}

export function startOf(operation: DataOperation, model: TableModel): EditorState {
  if (operation === 'Query' || operation === 'GetItem' || operation === 'Scan') {
    return withDraft(emptyRead(model), model)
  }
  return withCall({ operation, input: templateOf(operation, model) }, model)
}

/** Derives all forms of a request. */
export function withCall(call: SnippetCall, model: TableModel): EditorState {
  const read = parseRead(call, model)
  const write = parseWrite(call, model)
  const written = writePartiql(call, model)
  const isRead = !('reason' in read)
  const isWrite = !('reason' in write)
  return {
    call,
    draft: isRead ? read : undefined,
    write: isWrite ? write : undefined,
    notBuilt: isRead || isWrite ? undefined : reasonOf({ call, read, write, model }),
    statement: 'statement' in written ? written.statement : '',
    noStatement: 'reason' in written ? written.reason : undefined,
    json: wireJson(call.input),
  }
}

interface Parsed {
  readonly call: SnippetCall
  readonly read: object
  readonly write: object
  readonly model: TableModel
}

/** Returns why there is no form; `undefined` for a statement that would fit one. */
function reasonOf({ call, read, write, model }: Parsed): string | undefined {
  const { operation, input } = call
  const parsed =
    operation === 'ExecuteStatement'
      ? parsePartiql(String((input as { readonly Statement?: unknown }).Statement ?? ''), model)
      : operation === 'UpdateItem' || operation === 'DeleteItem'
        ? write
        : read
  return 'reason' in parsed ? String(parsed.reason) : undefined
}

export function withDraft(draft: ReadDraft, model: TableModel): EditorState {
  return { ...withCall(buildRead(draft, model), model), draft, notBuilt: undefined }
}

export function withWrite(write: WriteDraft, model: TableModel): EditorState {
  return { ...withCall(buildWrite(write, model), model), write, notBuilt: undefined }
}

/** Turns a plain SELECT into the equivalent read; any other statement is run as a statement. */
export function withStatement(statement: string, model: TableModel, before?: SnippetCall): EditorState {
  const draft = parsePartiql(statement, model)
  if (!('reason' in draft)) return { ...withDraft(draft, model), statement, noStatement: undefined }
  // Values of question marks are typed as JSON, and kept while the operation remains a statement.
  const kept = before?.operation === 'ExecuteStatement' ? before.input : {}
  const call = { operation: 'ExecuteStatement', input: { ...kept, Statement: statement } }
  return { ...withCall(call, model), statement, notBuilt: draft.reason }
}

export function withJson(state: EditorState, json: string, model: TableModel): EditorState {
  try {
    const input: unknown = JSON.parse(json)
    if (typeof input !== 'object' || input === null || Array.isArray(input)) {
      return { ...state, json, jsonProblem: 'The input must be an object.' }
    }
    const operation = followOperation(state.call.operation, input)
    return { ...withCall({ operation, input }, model), json }
  } catch (error) {
    return { ...state, json, jsonProblem: messageOf(error) }
  }
}

/** Replaces the item of a PutItem. */
export function withItem(state: EditorState, text: string, model: TableModel): EditorState {
  try {
    const input = { ...state.call.input, Item: JSON.parse(text) as unknown }
    return withCall({ operation: 'PutItem', input }, model)
  } catch (error) {
    return { ...state, unfinishedItem: { text, problem: messageOf(error) } }
  }
}

/** Chooses among the three reads the one that the members of the input belong to. */
function followOperation(operation: string, input: object): string {
  if (!['GetItem', 'Query', 'Scan'].includes(operation)) return operation
  if ('Key' in input) return 'GetItem'
  return 'KeyConditionExpression' in input || 'KeyConditions' in input ? 'Query' : 'Scan'
}

/** Returns the request in the URL, if there is one. */
export function readCall(params: { readonly [name: string]: string }): SnippetCall | undefined {
  const { op, input } = params
  if (op === undefined || !(dataOperations as readonly string[]).includes(op)) return undefined
  try {
    const parsed: unknown = JSON.parse(input ?? '{}')
    return typeof parsed === 'object' && parsed !== null ? { operation: op, input: parsed } : undefined
  } catch {
    return undefined
  }
}
