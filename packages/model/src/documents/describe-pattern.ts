import type { EntityDefinition, EntityKey } from '../entities/entity-definition.ts'
import type { KeyPart } from '../entities/key-part.ts'
import { compareUtf8 } from '../keys/compare-utf8.ts'
import { parseTemplate } from '../keys/parse-template.ts'
import type { CollectPattern, MemberReader, Pattern, QueryPattern, ScanPattern } from '../reads/pattern.ts'
import { requireEntityIndex } from '../reads/require-entity-index.ts'
import type { Selection } from '../reads/selected.ts'
import { describeCondition } from './describe-condition.ts'
import type { ArgumentDescription, MemberDescription, PatternDescription } from './model-description.ts'

/** Describes what a pattern reads, and by which key. */
export function describePattern(name: string, pattern: Pattern): PatternDescription {
  const { options, index, kind } = pattern
  const { describe, expect } = options
  const filter = pattern.kind === 'collect' ? undefined : pattern.filter
  return {
    name,
    kind,
    operation: kind === 'scan' ? 'Scan' : 'Query',
    table: (pattern.kind === 'collect' ? pattern : pattern.entity).table.name,
    index,
    ...readBy(pattern),
    ...(filter !== undefined && { filter: describeCondition(filter) }),
    ...(options.order !== undefined && { order: options.order }),
    ...(options.page !== undefined && { page: options.page }),
    ...(options.consistent !== undefined && { consistent: options.consistent }),
    ...(options.hydrate !== undefined && { hydrate: options.hydrate }),
    ...(describe !== undefined && { description: describe }),
    ...(expect !== undefined && { expectation: { ...expect } }),
  }
}

type ReadBy = Pick<PatternDescription, 'members' | 'arguments' | 'condition'>

function readBy(pattern: Pattern): ReadBy {
  if (pattern.kind === 'collect') return collectBy(pattern)
  return pattern.kind === 'query' ? queryBy(pattern) : scanBy(pattern)
}

function scanBy({ entity, select }: ScanPattern): ReadBy {
  return { members: [memberOf(entity.name, 'many', select)], arguments: [], condition: '' }
}

function queryBy({ entity, index, select }: QueryPattern): ReadBy {
  const key = requireEntityIndex(entity, index)
  const partition = slotsOf(key.pk, entity)
  const sort = slotsOf(key.sk, entity).filter((name) => !partition.includes(name))
  const known = new Set(partition)
  const conditions = [...partitionTexts(key), ...sortTexts(key, known)]
  return {
    members: [memberOf(entity.name, sort.length === 0 ? 'one' : 'many', select)],
    arguments: [
      ...partition.map((name): ArgumentDescription => ({ name, required: true, range: false })),
      ...sort.map((name): ArgumentDescription => ({ name, required: false, range: true })),
    ],
    condition: conditions.join(' and '),
  }
}

function collectBy({ members, readers, options }: CollectPattern): ReadBy {
  const [first] = readers as readonly [MemberReader]
  const span = spanText(readers)
  return {
    members: Object.entries(members).map(([name, { entity, count, select }]) => ({
      ...memberOf(entity.name, count, select),
      name,
    })),
    arguments: [
      ...slotsOf(first.key.pk, first.member.entity).map((name) => ({ name, required: true, range: false })),
      ...(options.within?.names ?? []).map((name) => ({ name, required: false, range: true })),
    ],
    condition: [...partitionTexts(first.key), ...(span === undefined ? [] : [span])].join(' and '),
  }
}

function memberOf(entity: string, count: 'one' | 'many', select: Selection): MemberDescription {
  return { name: entity, entity, count, ...(select !== undefined && { select: [...select] }) }
}

/** Returns the attributes that a call has to give; the model fills in shard numbers. */
function slotsOf(parts: readonly KeyPart[], { spread }: EntityDefinition): string[] {
  const names = parts.flatMap(({ template }) => template.slots.map(({ attribute }) => attribute))
  return [...new Set(names)].filter((name) => name !== spread?.slot)
}

function partitionTexts({ pk }: EntityKey): string[] {
  return pk.map(({ attribute, template }) => `${attribute.name} = ${template.source}`)
}

/** Describes the condition on the sort key that applies to every call. */
function sortTexts({ sk }: EntityKey, known: ReadonlySet<string>): string[] {
  const [part] = sk
  if (part === undefined || part.plain !== undefined) return []
  const { text, whole } = knownPrefix(part.template.source, known)
  if (whole) return [`${part.attribute.name} = ${text}`]
  return text === '' ? [] : [`${part.attribute.name} begins ${text}`]
}

/** Returns a template up to the first unknown slot, as it was written. */
function knownPrefix(source: string, known: ReadonlySet<string>) {
  const { before, slots } = parseTemplate(source)
  let text = before
  for (const { attribute, encodings, after } of slots) {
    if (!known.has(attribute)) return { text, whole: false }
    text += `{${[attribute, ...encodings].join(':')}}${after}`
  }
  return { text, whole: true }
}

/** Describes the range from the lowest to the highest sort key of all members. */
function spanText(readers: readonly MemberReader[]): string | undefined {
  const [first] = readers as readonly [MemberReader]
  const spans = readers.map(({ key, slots }) => {
    const [part, ...more] = key.sk
    if (part === undefined || part.plain !== undefined || more.length > 0) return undefined
    // Members may have different names for the partition's values; the condition uses those of the first.
    const { text, whole } = knownPrefix(part.template.source, new Set(slots))
    const renamed = text.replaceAll(
      /\{([^{}:]+)/g,
      (_, slot: string) => `{${first.slots[slots.indexOf(slot)] ?? slot}`,
    )
    return { attribute: part.attribute.name, text: renamed, whole }
  })
  const sorted = spans
    .filter((span) => span !== undefined)
    .sort((left, right) => compareUtf8(left.text, right.text))
  const low = sorted[0]
  const high = sorted.at(-1)
  if (low === undefined || high === undefined || sorted.length < readers.length) return undefined
  if (low.text === high.text) {
    if (sorted.every(({ whole }) => whole)) return `${low.attribute} = ${low.text}`
    return low.text === '' ? undefined : `${low.attribute} begins ${low.text}`
  }
  return `${low.attribute} between ${low.text || 'the first'} and ${high.text}${high.whole ? '' : '…'}`
}
