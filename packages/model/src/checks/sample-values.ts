import type { EntityKey } from '../entities/entity-definition.ts'
import type { KeyPart } from '../entities/key-part.ts'
import { parseTemplate } from '../keys/parse-template.ts'
import { setOwn } from '../util/own-property.ts'

/** Returns values from which parts of a key can be made, to find out its keys and ranges. */
export function sampleValues(
  parts: readonly KeyPart[],
  text?: string,
): { readonly [attribute: string]: unknown } {
  const values: { [attribute: string]: unknown } = {}
  for (const part of parts) {
    for (const { attribute, encodings } of parseTemplate(part.template.source).slots) {
      setOwn(values, attribute, sampleOf(part, text ?? `<${attribute}>`, encodings))
    }
  }
  return values
}

/**
 * Returns values for the partition of a key. For text, a given value or the attribute's name in brackets, so that keys
 * in messages are readable.
 */
export function samplePartition(
  { pk, spread }: EntityKey,
  text?: string,
): { readonly [attribute: string]: unknown } {
  const values = sampleValues(pk, text)
  return spread === undefined ? values : { ...values, [spread.slot]: 1 }
}

function sampleOf(part: KeyPart, text: string, encodings: readonly string[]): unknown {
  if (part.plain !== undefined && part.attribute.type === 'N') return 5
  if (part.plain !== undefined && part.attribute.type === 'B') return new Uint8Array([5])
  if (encodings.includes('num') || encodings.some((name) => name.startsWith('pad'))) return 5
  return encodings.includes('iso') ? new Date(1_767_225_600_000) : text
}
