import { ModelError } from '../model-error.ts'
import type { WireItem, WireValue } from '../port/wire.ts'
import { decodeBase64url, encodeBase64url, fromBase64, toBase64 } from '../util/base64url.ts'
import { digestText } from '../util/digest-text.ts'

/** Where a page ended, as text that may be handed to a client. Valid for the same pattern and arguments only. */
export type Cursor = string

/** What a cursor is valid for: the pattern, and the request that it continues. */
export interface CursorScope {
  readonly pattern: string
  readonly request: unknown
}

/** Returns the cursor that continues after a key. */
export function encodeCursor(key: WireItem, scope: CursorScope): Cursor {
  const portable = Object.entries(key).map(([name, value]) => [
    name,
    'B' in value ? { B: toBase64(value.B) } : value,
  ])
  return encodeBase64url(JSON.stringify([scopeDigest(scope), portable]))
}

/** Returns the key after which to continue; throws when the cursor belongs to another request. */
export function decodeCursor(cursor: Cursor, scope: CursorScope): WireItem {
  try {
    const [digest, entries] = JSON.parse(decodeBase64url(cursor)) as [string, [string, PortableValue][]]
    if (digest === scopeDigest(scope)) return Object.fromEntries(entries.map(readEntry))
  } catch {
    // The cursor comes from elsewhere, or was altered.
  }
  const message = `This cursor is not one of ${scope.pattern} with these arguments`
  throw new ModelError('CURSOR', message, { pattern: scope.pattern })
}

type PortableValue = Exclude<WireValue, { readonly B: unknown }> | { readonly B: string }

function readEntry([name, value]: [string, PortableValue]): [string, WireValue] {
  return [name, 'B' in value ? { B: fromBase64(value.B) } : value]
}

function scopeDigest({ pattern, request }: CursorScope): string {
  return digestText(JSON.stringify([pattern, request]))
}
