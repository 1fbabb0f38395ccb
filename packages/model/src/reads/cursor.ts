import { ModelError } from '../model-error.ts'
import type { WireItem, WireValue } from '../port/wire.ts'
import { decodeBase64url, encodeBase64url, fromBase64, toBase64 } from '../util/base64url.ts'
import { digestText } from '../util/digest-text.ts'

/** Where a page ended, as text that a client may keep; it is good for the same pattern and arguments only. */
export type Cursor = string

/** What a cursor belongs to: the pattern, and which items it was asked for. */
export interface CursorScope {
  readonly pattern: string
  readonly request: unknown
}

/** Makes the cursor that goes on after a key. */
export function encodeCursor(key: WireItem, scope: CursorScope): Cursor {
  const portable = Object.entries(key).map(([name, value]) => [
    name,
    'B' in value ? { B: toBase64(value.B) } : value,
  ])
  return encodeBase64url(JSON.stringify([scopeDigest(scope), portable]))
}

/** The key after which to go on, or a refusal when the cursor belongs to something else. */
export function decodeCursor(cursor: Cursor, scope: CursorScope): WireItem {
  try {
    const [digest, entries] = JSON.parse(decodeBase64url(cursor)) as [string, [string, PortableValue][]]
    if (digest === scopeDigest(scope)) return Object.fromEntries(entries.map(readEntry))
  } catch {
    // It was made by somebody else, or altered.
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
