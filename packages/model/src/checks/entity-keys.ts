import type { EntityDefinition } from '../entities/entity-definition.ts'
import type { KeyPart } from '../entities/key-part.ts'
import { primary } from '../entities/table-definition.ts'
import { parseTemplate } from '../keys/parse-template.ts'
import type { Finding } from './finding.ts'
import { keyIn } from './model-facts.ts'
import { attributesOf } from './schema-facts.ts'

/** Checks that an item is always in the same shard, in whichever case its key is given. */
export function checkShardCase(entity: EntityDefinition): Finding[] {
  return [primary, ...entity.indexes.keys()].flatMap((index) => {
    const { pk = [], sk = [], spread } = keyIn(entity, index) ?? {}
    const slots = [...pk, ...sk].flatMap(({ template }) => template.slots)
    // A value that is also in the key with its case kept identifies a different item when its case differs.
    const folded = (name: string) => slots.some((one) => one.attribute === name && one.exact !== name)
    const told = (name: string) => slots.some((one) => one.exact === name)
    const names = spread?.of.filter((name) => folded(name) && !told(name)) ?? []
    return names.map((attribute) => caseInShard(entity, index, attribute))
  })
}

/**
 * Checks that keys consist of attributes of the schema, and that numbers sort as numbers, as far as the schema shows
 * it.
 */
export function checkKeys(entity: EntityDefinition): Finding[] {
  const facts = attributesOf(entity)
  if (facts === undefined) return []
  const made = [...entity.managed, entity.ttl?.attribute, entity.spread?.slot]
  return [primary, ...entity.indexes.keys()].flatMap((index) => {
    const key = keyIn(entity, index)
    const unknown = (part: KeyPart) =>
      part.template.attributes.filter((name) => !facts.has(name) && !made.includes(name))
    return [
      ...[...(key?.pk ?? []), ...(key?.sk ?? [])].flatMap((part) =>
        unknown(part).map((attribute) => unknownAttribute(entity, index, part, attribute)),
      ),
      ...(key?.sk ?? []).flatMap((part) =>
        bareNumbers(part, (name) => facts.get(name)?.kind === 'number').map((attribute) =>
          bareNumber(entity, index, part, attribute),
        ),
      ),
    ]
  })
}

function bareNumbers({ plain, template }: KeyPart, isNumber: (name: string) => boolean): string[] {
  if (plain !== undefined) return []
  const bare = parseTemplate(template.source).slots.filter(
    ({ encodings }) => !encodings.some((name) => name === 'num' || name.startsWith('pad')),
  )
  return bare.map(({ attribute }) => attribute).filter(isNumber)
}

function unknownAttribute(
  entity: EntityDefinition,
  index: string,
  part: KeyPart,
  attribute: string,
): Finding {
  return {
    code: 'unknown-attribute',
    severity: 'error',
    entity: entity.name,
    index,
    message: `${part.attribute.name} of ${entity.name} is made of "${attribute}" ("${part.template.source}"), which is not in its schema: ${index === primary ? 'no item can be written' : `no item is ever in ${index}`}.`,
    advice: 'Correct the name in the template, or add the attribute to the schema.',
  }
}

function caseInShard(entity: EntityDefinition, index: string, attribute: string): Finding {
  return {
    code: 'shard-by-case',
    severity: 'error',
    entity: entity.name,
    index,
    message: `The keys of ${entity.name} in ${index} have "${attribute}" in one case, but its shard is calculated from "${attribute}" as given: in another case, the item is looked up in another shard and not found.`,
    advice: `Write {${attribute}} without changing its case and always give it in one case, or calculate the shard from another attribute.`,
  }
}

function bareNumber(entity: EntityDefinition, index: string, part: KeyPart, attribute: string): Finding {
  return {
    code: 'number-without-encoding',
    severity: 'error',
    entity: entity.name,
    index,
    message: `${part.attribute.name} of ${entity.name} sorts by the number ${attribute} as text ("${part.template.source}"): 10 would come before 9.`,
    advice: `Write {${attribute}:pad6} for whole numbers from 0, or {${attribute}:num} for any.`,
  }
}
