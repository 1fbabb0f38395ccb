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
  const entries = parseCursor(cursor, scopeDigest(scope))
  if (entries === undefined) {
    const message = `This cursor is not one of ${scope.pattern} with these arguments`
    throw new ModelError('CURSOR', message, { pattern: scope.pattern })
  }
  return Object.fromEntries(
    entries.map(([name, value]): [string, WireValue] => {
      return [name, 'B' in value ? { B: fromBase64(value.B as unknown as string) } : value]
    }),
  )
}

function parseCursor(cursor: Cursor, digest: string): [string, WireValue][] | undefined {
  const text = decodeBase64url(cursor)
  try {
    const parsed: unknown = JSON.parse(text ?? '')
    if (!Array.isArray(parsed) || parsed[0] !== digest || !Array.isArray(parsed[1])) return undefined
    return parsed[1] as [string, WireValue][]
  } catch {
    return undefined
  }
}

function scopeDigest({ pattern, request }: CursorScope): string {
  return digestText(JSON.stringify([pattern, request]))
}
