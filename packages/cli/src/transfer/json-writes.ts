import { MalformedFile } from '@monotable/engine'
import { type AttributeMap, getOwn } from '@monotable/protocol'
import type { FileWrite } from './file-write.ts'

/** The maximum length of a document, since it is held in memory. */
const documentMaxLength = 256 * 1024 * 1024

/**
 * Reads writes from lines that each hold an item, with or without `Item` around it, or a change record. Or from one
 * document, over one or many lines: a list of those, the output of `aws dynamodb scan`, or the input of `aws dynamodb
 * batch-write-item`.
 */
export async function* jsonWrites(lines: AsyncIterable<string>, table: string): AsyncIterable<FileWrite> {
  for await (const found of jsonValues(lines)) {
    if ('fault' in found) yield found
    else yield* writesOf(found.value, table)
  }
}

/** Reads the JSON values of lines, the elements of a list over many lines, or a single value over many lines. */
export async function* jsonValues(
  lines: AsyncIterable<string>,
  parse: (text: string) => unknown = JSON.parse,
): AsyncIterable<{ readonly value: unknown } | { readonly fault: string }> {
  let document: string[] | undefined
  let length = 0
  for await (const line of lines) {
    if (length === 0 && isDocumentStart(line)) document = []
    length += line.length
    if (document === undefined) {
      yield* parsedValues(line, parse)
      continue
    }
    document.push(line)
    if (length > documentMaxLength) {
      const advice = `jq -c '.Items[] | {Item: .}' splits it into lines, and there is no limit on those`
      throw new MalformedFile(`one JSON document of more than 256 MB: ${advice}`)
    }
  }
  if (document !== undefined) yield* parsedValues(document.join(' '), parse)
}

/** Whether a line begins a JSON value that it cannot complete. */
function isDocumentStart(line: string): boolean {
  const end = line.at(-1) ?? ''
  return line.startsWith('[') ? end !== ']' : line.startsWith('{') && '{[,'.includes(end)
}

function parsedValues(
  text: string,
  parse: (text: string) => unknown,
): readonly ({ readonly value: unknown } | { readonly fault: string })[] {
  try {
    const parsed = parse(text)
    return Array.isArray(parsed) ? parsed.map((value: unknown) => ({ value })) : [{ value: parsed }]
  } catch (error) {
    return [{ fault: `not JSON: ${(error as Error).message}` }]
  }
}

function writesOf(value: unknown, table: string): readonly FileWrite[] {
  const { Items: items } = (value ?? {}) as { readonly Items?: unknown }
  if (Array.isArray(items)) return items.map((Item) => writeOf({ Item }))
  return isRequests(value) ? requested(value, table) : [writeOf(value)]
}

const noItem =
  `neither an item in DynamoDB JSON, such as {"Item":{"id":{"S":"1"}}}, nor a write request; ` +
  'for plain JSON, use --format json'

/** Returns the write that one JSON value asks for. */
export function writeOf(parsed: unknown): FileWrite {
  // Checked first, since an item may have attributes called Item or Keys.
  if (isItem(parsed)) return { put: parsed }
  const { Item, Keys, NewImage } = (parsed ?? {}) as { readonly [name: string]: unknown }
  if (isMap(Item)) return { put: Item }
  if (isMap(NewImage)) return { put: NewImage }
  if (isMap(Keys)) return { remove: Keys }
  return { fault: noItem }
}

interface WireRequest {
  readonly PutRequest?: { readonly Item?: unknown }
  readonly DeleteRequest?: { readonly Key?: unknown }
}

type Requests = { readonly [table: string]: readonly WireRequest[] }

/** Whether a value is an input of BatchWriteItem: a list of requests for each table. */
function isRequests(parsed: unknown): parsed is Requests {
  const lists = isMap(parsed) ? Object.values(parsed as object) : []
  const isRequest = (value: unknown) =>
    isMap(value) && (Object.hasOwn(value, 'PutRequest') || Object.hasOwn(value, 'DeleteRequest'))
  return lists.length > 0 && lists.every((list) => Array.isArray(list) && list.every(isRequest))
}

/** Returns the requests for a table. If all requests are for one table, it may have another name. */
function requested(requests: Requests, table: string): readonly FileWrite[] {
  const [only = [], ...others] = Object.values(requests)
  const list = getOwn(requests, table) ?? (others.length === 0 ? only : undefined)
  if (list === undefined) {
    return [{ fault: `requests for ${Object.keys(requests).join(', ')}, but none for ${table}` }]
  }
  return list.map(({ PutRequest: put, DeleteRequest: remove }) => {
    return writeOf(put ? { Item: put.Item } : { Keys: remove?.Key })
  })
}

/** Whether all members of a value are attribute values, so that it is an item itself. */
function isItem(value: unknown): value is AttributeMap {
  const members = isMap(value) ? Object.values(value) : []
  return members.length > 0 && members.every((member) => isMap(member) && isAttributeValue(member))
}

const isList = (value: unknown) => Array.isArray(value)
const isText = (value: unknown) => typeof value === 'string'
const isFlag = (value: unknown) => typeof value === 'boolean'

/**
 * Checks the JSON form of each attribute type. The check for maps is just enough to tell one from an item with an
 * attribute called M.
 */
const types = new Map<string, (value: unknown) => boolean>([
  ...['S', 'N', 'B'].map((type) => [type, isText] as const),
  ...['BOOL', 'NULL'].map((type) => [type, isFlag] as const),
  ...['SS', 'NS', 'BS', 'L'].map((type) => [type, isList] as const),
  ['M', (value) => isMap(value) && Object.values(value).every(isMap)],
])

function isAttributeValue(value: object): boolean {
  const [first, ...others] = Object.entries(value)
  return first !== undefined && others.length === 0 && types.get(first[0])?.(first[1]) === true
}

function isMap(value: unknown): value is AttributeMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
