import { decodeValue } from '../codec/decode-value.ts'
import { encodeValue } from '../codec/encode-value.ts'
import type { FormOf, OwnCodec } from '../codec/stored-form.ts'
import { requireOptions } from '../entities/require-options.ts'
import { ModelError } from '../model-error.ts'
import type { WireValue } from '../port/wire.ts'
import { createRefusal } from './create-refusal.ts'

/** What a form may turn a value into: any JSON value, and binary. */
export type StoredValue =
  | string
  | number
  | boolean
  | null
  | Uint8Array
  | readonly StoredValue[]
  | { readonly [name: string]: StoredValue }

/** Converts values to what is stored, and back. */
export interface FormFunctions<Value, Stored extends StoredValue> {
  /** Returns what to store; synchronous. Never called with `undefined` or `null`, which are stored as such. */
  readonly encode: (value: Value) => Stored
  /** Returns the value of what is stored; synchronous. */
  readonly decode: (stored: Stored) => Value
}

/**
 * Declares a form of your own for storing an attribute's values: encrypted, compressed, as JSON text. The program sees
 * the value everywhere, the table what `encode` returns. The name appears in documents, in the schema lock and in
 * errors.
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
  requireOptions('form', functions, 'encode decode')
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
  // Errors name only the place, since the value may be secret.
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

/**
 * Refuses a promise. Planning is pure and synchronous: a key service has to be asked before, so that the keys are at
 * hand.
 */
function requireNow<Value>(value: Value, what: string): Value {
  if (value instanceof Promise) throw new TypeError(`${what} is asynchronous, which is not supported`)
  return value
}

function requireStored(stored: WireValue | undefined): WireValue {
  if (stored === undefined || 'NULL' in stored) throw new TypeError('encode returned nothing')
  return stored
}
