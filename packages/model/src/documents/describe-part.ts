import type { KeyPart } from '../entities/key-part.ts'
import { parseTemplate } from '../keys/parse-template.ts'
import type { KeyPartDescription, TemplatePart } from './model-description.ts'

/** Describes an attribute of a key, and what it is made of. */
export function describePart({ attribute, template, plain }: KeyPart): KeyPartDescription {
  return {
    name: attribute.name,
    type: attribute.type,
    template: template.source,
    parts: templateParts(template.source),
    plain: plain !== undefined,
  }
}

/** Returns the pieces of a template, in order. */
export function templateParts(source: string): TemplatePart[] {
  const { before, slots } = parseTemplate(source)
  const parts: TemplatePart[] = before === '' ? [] : [{ text: before }]
  for (const { attribute, encodings, after } of slots) {
    parts.push({ slot: attribute, ...(encodings.length > 0 && { encoding: encodings.join(':') }) })
    if (after !== '') parts.push({ text: after })
  }
  return parts
}
