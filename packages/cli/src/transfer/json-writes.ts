import { MalformedFile } from '@monotable/engine'
import { type AttributeMap, getOwn } from '@monotable/protocol'
import type { FileWrite } from './file-write.ts'

/** Longer than this, a document is not held in memory. */
const documentMaxLength = 256 * 1024 * 1024

/**
 * Lines, each an item, with `Item` around it or without, or what became of one; or one document over many lines or in
 * one: a list of those, what `aws dynamodb scan` prints, or what `aws dynamodb batch-write-item` takes.
 */
export async function* jsonWrites(lines: AsyncIterable<string>, table: string): AsyncIterable<FileWrite> {
  for await (const found of jsonValues(lines)) {
    if ('fault' in found) yield found
    else yield* writesOf(found.value, table)
  }
}

/** The JSON values of lines, or those of one list over many lines; or the one value that many lines are. */
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
      const advice = `jq -c '.Items[] | {Item: .}' makes lines of it, which may be as many as there are`
      throw new MalformedFile(`one JSON document of more than 256 MB: ${advice}`)
    }
  }
  if (document !== undefined) yield* parsedValues(document.join(' '), parse)
}

/** Whether a line cannot be all of what it begins. */
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
    return [{ fault: `no JSON: ${(error as Error).message}` }]
  }
}

function writesOf(value: unknown, table: string): readonly FileWrite[] {
  const { Items: items } = (value ?? {}) as { readonly Items?: unknown }
  if (Array.isArray(items)) return items.map((Item) => writeOf({ Item }))
  return isRequests(value) ? requested(value, table) : [writeOf(value)]
}

const noItem =
  `no item in DynamoDB's JSON, such as {"Item":{"id":{"S":"1"}}}, and no change of one; ` +
  '--format json reads plain JSON'

/** What one JSON value wants done. */
export function writeOf(parsed: unknown): FileWrite {
  // First of all, since an item may have attributes that are called Item or Keys.
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

/** Whether something is what BatchWriteItem takes: of each table a list of requests. */
function isRequests(parsed: unknown): parsed is Requests {
  const lists = isMap(parsed) ? Object.values(parsed as object) : []
  const isRequest = (value: unknown) =>
    isMap(value) && (Object.hasOwn(value, 'PutRequest') || Object.hasOwn(value, 'DeleteRequest'))
  return lists.length > 0 && lists.every((list) => Array.isArray(list) && list.every(isRequest))
}

/** The requests for a table; where they are all for one, it may have another name. */
function requested(requests: Requests, table: string): readonly FileWrite[] {
  const [only = [], ...others] = Object.values(requests)
  const list = getOwn(requests, table) ?? (others.length === 0 ? only : undefined)
  if (list === undefined) {
    return [{ fault: `requests for ${Object.keys(requests).join(', ')}, and none for ${table}` }]
  }
  return list.map(({ PutRequest: put, DeleteRequest: remove }) => {
    return writeOf(put ? { Item: put.Item } : { Keys: remove?.Key })
  })
}

/** Whether all members of something are attribute values: an item as it stands. */
function isItem(value: unknown): value is AttributeMap {
  const members = isMap(value) ? Object.values(value) : []
  return members.length > 0 && members.every((member) => isMap(member) && isAttributeValue(member))
}

const isList = (value: unknown) => Array.isArray(value)
const isText = (value: unknown) => typeof value === 'string'
const isFlag = (value: unknown) => typeof value === 'boolean'

/** What a value of each type is in JSON; for a map it is enough to tell it from an item with an attribute called M. */
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
