import { decodeValue } from '../codec/decode-value.ts'
import { encodeValue } from '../codec/encode-value.ts'
import type { FormOf, OwnCodec } from '../codec/stored-form.ts'
import { ModelError } from '../model-error.ts'
import type { WireValue } from '../port/wire.ts'
import { createRefusal } from './create-refusal.ts'

/** What a form may make of a value: what JSON has, and binary. */
export type StoredValue =
  | string
  | number
  | boolean
  | null
  | Uint8Array
  | readonly StoredValue[]
  | { readonly [name: string]: StoredValue }

/** How values become what is stored, and come back. */
export interface FormFunctions<Value, Stored extends StoredValue> {
  /** Makes what is stored, at once. It is never given `undefined` or `null`, which are stored as such. */
  readonly encode: (value: Value) => Stored
  /** Makes the value of what is stored, at once. */
  readonly decode: (stored: Stored) => Value
}

/**
 * Declares a form of your own, in which values of an attribute are stored: sealed, packed, as text of JSON. The program
 * sees the value everywhere, the table what `encode` makes of it. The name stands in documents, in the lock of the schema
 * and in errors.
 *
 * @example
 * import { shape, table } from '@monotable/model'
 * const shop = table('Shop', { key: { pk: 'PK' } })
 * const Basket = shop.entity('Basket', {
 *   schema: shape<{ id: string; lines: string[] }>(),
 *   key: { pk: 'BASKET#{id}' },
 *   stored: {
 *     lines: form('joined', {
 *       encode: (lines: string[]) => lines.join(' '),
 *       decode: (text) => text.split(' '),
 *     }),
 *   },
 * })
 * const app = shop.connect(db, { entities: { Basket } })
 * app.Basket.update({ id: '1' }, { lines: ['tea', 'milk'] }).params().input
 * // { UpdateExpression: 'SET #lines = :v0', ExpressionAttributeValues: { ':v0': { S: 'tea milk' } }, … }
 */
export function form<Value, Stored extends StoredValue>(
  name: string,
  functions: FormFunctions<Value, Stored>,
): FormOf<Value> {
  const { encode, decode } = functions
  return {
    name,
    encode,
    decode,
    settle: ({ root, node, entity, path }) => {
      node.own = createCodec(functions as never, { name, entity, path })
      root.refuse ??= createRefusal(root)
    },
  }
}

interface Named {
  readonly name: string
  readonly entity: string
  readonly path: string
}

function createCodec(
  { encode, decode }: FormFunctions<unknown, StoredValue>,
  { name, entity, path }: Named,
): OwnCodec {
  // What goes wrong is told by its place alone: the value may be a secret.
  const fail = (what: string, cause?: unknown) =>
    new ModelError('VALUE', `${entity}: "${path}" ${what} by its form "${name}"`, { path }, cause)
  return {
    write: (value) => {
      if (value === undefined) return undefined
      if (value === null) return { NULL: true }
      try {
        return requireStored(encodeValue(requireNow(encode(value), 'encode'), undefined, path))
      } catch (cause) {
        throw fail('cannot be written', cause)
      }
    },
    read: (stored) => {
      if ('NULL' in stored) return null
      try {
        return requireNow(decode(decodeValue(stored, undefined, path) as StoredValue), 'decode')
      } catch (cause) {
        throw fail('cannot be read', cause)
      }
    },
  }
}

/** Planning is pure and immediate: a key service is asked before, for keys that are then at hand. */
function requireNow<Value>(value: Value, what: string): Value {
  if (value instanceof Promise) throw new TypeError(`${what} answers later, which is not supported`)
  return value
}

function requireStored(stored: WireValue | undefined): WireValue {
  if (stored === undefined || 'NULL' in stored) throw new TypeError('encode gave nothing')
  return stored
}
