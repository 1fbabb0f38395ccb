import type { EntityKey } from '../entities/entity-definition.ts'
import type { KeyPart } from '../entities/key-part.ts'
import { parseTemplate } from '../keys/parse-template.ts'
import { setOwn } from '../util/own-property.ts'

/** Values that some parts of a key can be made of, to see what keys and ranges come out. */
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
 * Values for the partition of a key. Where one is text, it is a given one, or the attribute's name in brackets, so that what
 * is shown of a key can be read.
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
