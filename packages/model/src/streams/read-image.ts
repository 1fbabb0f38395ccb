import { ModelError } from '../model-error.ts'
import type { WireItem, WireValue } from '../port/wire.ts'
import { fromBase64 } from '../util/base64url.ts'
import { setOwn } from '../util/own-property.ts'
import type { EventImage, EventValue } from './stream-event.ts'

/** Decodes the image of an item in an event. */
export function readImage(image: EventImage): WireItem {
  const item: { [attribute: string]: WireValue } = {}
  for (const name of Object.keys(image)) setOwn(item, name, readValue(image[name] as EventValue))
  return item
}

function readValue(value: EventValue): WireValue {
  if (value.S !== undefined) return { S: value.S }
  if (value.N !== undefined) return { N: value.N }
  if (value.B !== undefined) return { B: readBinary(value.B) }
  if (value.BOOL !== undefined) return { BOOL: value.BOOL }
  if (value.NULL !== undefined) return { NULL: true }
  if (value.M !== undefined) return { M: readImage(value.M) }
  if (value.L !== undefined) return { L: value.L.map(readValue) }
  if (value.SS !== undefined) return { SS: value.SS }
  if (value.NS !== undefined) return { NS: value.NS }
  if (value.BS !== undefined) return { BS: value.BS.map(readBinary) }
  throw new ModelError('VALUE', `A stream record has a value of no known type: ${JSON.stringify(value)}`, {
    path: '',
  })
}

/** Reads binary: Lambda delivers base64, the SDK bytes. */
function readBinary(value: string | Uint8Array): Uint8Array {
  return typeof value === 'string' ? fromBase64(value) : value
}
