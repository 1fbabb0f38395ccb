import { getOwn, setOwn } from '@monotable/protocol'
import type { EntityPuts, EntityRefusals } from '../shared/api.ts'
import { byCodeNames } from '../shared/code-names.ts'
import type { WireItem } from '../shared/guess/wire-item.ts'
import { isUnreached } from '../shared/is-unreached.ts'
import { ApiError, invalid, notFound } from './api-error.ts'
import { connectionPort } from './connection-port.ts'
import type { KeptConnection } from './connections.ts'
import type { KnownModel } from './known-model.ts'
import { requirePermitted } from './send-operation.ts'

/** The page sends smaller batches than this. */
const maxItems = 100

/** Parses a request of the page to put items. */
export function readEntityPuts(body: { readonly [member: string]: unknown }): EntityPuts {
  const { table, entity, items, replaces } = body
  if (typeof table !== 'string' || typeof entity !== 'string') {
    throw invalid('"table" and "entity" must be names.')
  }
  if (!Array.isArray(items) || items.length > maxItems || !items.every(isObject)) {
    throw invalid(`"items" must be a list of at most ${maxItems} objects.`)
  }
  return { table, entity, items, replaces: replaces === true }
}

/**
 * Puts items of an entity through the model, which makes the keys, checks the items and writes what belongs to them.
 * Each item is written individually; those that are refused are reported with their position.
 */
export async function putEntities(
  { kept, known }: { readonly kept: KeptConnection; readonly known: KnownModel },
  { table: name, entity, items, replaces }: EntityPuts,
): Promise<EntityRefusals> {
  requirePermitted(kept, { operation: 'PutItem', input: {} })
  const table = known.description.tables.find((one) => one.name === name)
  const described = table?.entities.find((one) => one.name === entity)
  if (described === undefined) throw notFound(`entity "${entity}" of ${name}`)
  const port = connectionPort(kept.connection)
  const verbs = getOwn(known.model.connect(port) as { readonly [verb: string]: Verbs }, described.verb)
  if (verbs === undefined) throw notFound(`entity "${entity}" of ${name}`)
  const put = replaces ? verbs.put : verbs.create
  const refused: { place: number; message: string }[] = []
  for (const [place, item] of items.entries()) {
    try {
      await put(readValues(byCodeNames(item as WireItem, described.storedAs), described))
    } catch (error) {
      const lost = unreachedBy(error)
      if (lost !== undefined) throw new ApiError(409, lost.name, lost.message, { cause: error })
      refused.push({ place, message: (error as Error).message })
    }
  }
  return { refused }
}

interface Verbs {
  readonly put: (item: object) => PromiseLike<unknown>
  readonly create: (item: object) => PromiseLike<unknown>
}

/**
 * Returns the error if the database was not reached, which says nothing about the item. The model may have wrapped it.
 */
function unreachedBy(error: unknown): Error | undefined {
  const { cause } = error as Error
  return [error, cause].find((one): one is Error => one instanceof Error && isUnreached(one))
}

/** Converts the attributes of an item to the application's values. */
function readValues(
  item: WireItem,
  { stored = {}, ttl }: { readonly stored?: { readonly [name: string]: string }; readonly ttl?: string },
): object {
  const values: { [name: string]: unknown } = {}
  for (const [name, value] of Object.entries(item)) {
    const form = getOwn(stored, name) ?? (name === ttl ? 'epoch' : undefined)
    setOwn(values, name, readValue(value, name, form))
  }
  return values
}

function readValue(wire: unknown, name: string, form?: string): unknown {
  const [[type, content] = []] = isObject(wire) ? Object.entries(wire) : []
  switch (type) {
    case 'S':
    case 'N':
      return readScalar(String(content), { type, name, form })
    case 'NULL':
      return null
    case 'B':
      return bytesOf(content)
    case 'SS':
    case 'NS':
    case 'BS': {
      const member = { SS: 'S', NS: 'N', BS: 'B' }[type]
      return new Set(listOf(content).map((one) => readValue({ [member]: one }, name, form)))
    }
    case 'L':
      return listOf(content).map((one) => readValue(one, name))
    case 'M':
      return Object.fromEntries(
        Object.entries(isObject(content) ? content : {}).map(([inner, one]) => [
          inner,
          readValue(one, inner),
        ]),
      )
    default:
      return content
  }
}

function readScalar(
  text: string,
  { type, name, form }: { readonly type: string; readonly name: string; readonly form?: string | undefined },
): unknown {
  if (form === 'date' || form === 'epoch' || form === 'epochMs') {
    const isNumber = type === 'N' || /^\d+$/.test(text)
    const date = new Date(isNumber ? Number(text) * (form === 'epochMs' ? 1 : 1_000) : text)
    if (Number.isNaN(date.getTime())) throw new SyntaxError(`${name}: "${text}" is not a date.`)
    return date
  }
  if (form === 'bigint') {
    if (!/^-?\d{1,40}$/.test(text)) throw new SyntaxError(`${name}: "${text}" is not a whole number.`)
    return BigInt(text)
  }
  if (type === 'S' || form === 'decimal') return text
  const number = Number(text)
  // DynamoDB has 38 digits, but a JavaScript number is exact only up to 15.
  if (text.replace(/e.*|^-|\./gi, '').replace(/^0+|0+$/g, '').length > 15) {
    throw new SyntaxError(`${name}: ${text} has more digits than a JavaScript number can hold exactly.`)
  }
  return number
}

function bytesOf(content: unknown): Uint8Array {
  return new Uint8Array(Buffer.from(String(content), 'base64'))
}

function listOf(content: unknown): readonly unknown[] {
  return Array.isArray(content) ? content : []
}

function isObject(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
