import type { CheckReport, Finding } from '@monotable/model/check'
import type {
  EntityDescription,
  PatternDescription,
  TableDescription as TableOfModel,
} from '@monotable/model/outputs'
import type { EntityModel, FindingModel, PatternArgument, PatternModel, TableModel } from '../shared/api.ts'
import { storedName } from '../shared/code-names.ts'
import type { KnownModel } from './known-model.ts'

/** Describes a table that has a declared model to the page. */
export function describeTableModel(known: KnownModel, name: string): TableModel {
  const table = known.description.tables.find((one) => one.name === name)
  if (table === undefined) throw new TypeError(`a model without ${name}`)
  const findings = known.report?.findings ?? []
  return {
    table: name,
    source: known.source,
    key: table.key,
    indexes: table.indexes,
    ...(table.typeAttribute !== undefined && { typeAttribute: table.typeAttribute }),
    ...(table.ttlAttribute !== undefined && { ttlAttribute: table.ttlAttribute }),
    entities: [...table.entities.map(describeEntity), ...table.entities.flatMap(describeMarkers)],
    patterns: table.patterns.map((pattern) => describePattern(pattern, { known, table })),
    findings: findings
      .filter((finding) => finding.pattern === undefined && (finding.table ?? name) === name)
      .map(describeFinding),
  }
}

function describeEntity(entity: EntityDescription): EntityModel {
  const { name, key, indexes, attributes, stored, storedAs } = entity
  const parts = [key, ...indexes].flatMap(({ pk, sk }) => [...pk, ...sk])
  return {
    name,
    templates: Object.fromEntries(parts.map((part) => [part.name, part.parts])),
    indexes: indexes.map(({ index }) => index),
    attributes: attributes.map((attribute) => storedName(storedAs, attribute.name)),
    ...(stored !== undefined && { stored }),
    ...(storedAs !== undefined && { storedAs }),
  }
}

/** Describes the items that accompany those of an entity, such as the markers that keep a value unique. */
function describeMarkers({ name, markers }: EntityDescription): EntityModel[] {
  return markers.map((marker) => ({
    name: `${name}.${marker.name}`,
    templates: Object.fromEntries(marker.key.map((part) => [part.name, part.parts])),
    indexes: [],
    attributes: [],
  }))
}

function describePattern(
  pattern: PatternDescription,
  { known, table }: { readonly known: KnownModel; readonly table: TableOfModel },
): PatternModel {
  const { name, kind, index, members, condition, description, expectation } = pattern
  const own = (known.report?.findings ?? []).filter((finding) => finding.pattern === name)
  const rate = expectation?.['perSecond']
  const cost = costOf(known.report, name)
  return {
    name,
    kind,
    index,
    entities: [...new Set(members.map(({ entity }) => entity))],
    arguments: pattern.arguments.map((argument) => ({
      ...argument,
      type: argumentType(argument.name, pattern, table),
    })),
    condition,
    ...(description !== undefined && { description }),
    ...(typeof rate === 'number' && { rate }),
    state: stateOf(own),
    findings: own.map(describeFinding),
    ...(cost !== undefined && { cost }),
    expectations: (known.expectations?.list() ?? [])
      .filter((one) => one.pattern === name)
      .map((one) => ({ arguments: one.arguments })),
  }
}

function costOf(report: CheckReport | undefined, pattern: string): PatternModel['cost'] {
  const found = report?.patterns.find(({ name }) => name === pattern)
  if (found === undefined) return undefined
  const { readUnits: units, dollarsPerMonth } = found
  return { units, ...(dollarsPerMonth !== undefined && { monthlyDollars: dollarsPerMonth }) }
}

function stateOf(findings: readonly Finding[]): PatternModel['state'] {
  if (findings.some(({ severity }) => severity === 'error')) return 'fails'
  return findings.length > 0 ? 'warns' : 'passes'
}

function describeFinding({ code, severity, message, advice, ...place }: Finding): FindingModel {
  const subject = place.pattern ?? place.entity ?? place.index ?? place.table ?? ''
  return { code, severity, subject, message, advice }
}

/** Determines the type of an argument from the template of its key, its stored form or its schema. */
export function argumentType(
  name: string,
  pattern: PatternDescription,
  table: TableOfModel,
): NonNullable<PatternArgument['type']> {
  const entities = table.entities.filter((entity) =>
    pattern.members.some((one) => one.entity === entity.name),
  )
  for (const entity of entities) {
    const type = entityArgumentType(name, pattern.index, entity)
    if (type !== undefined) return type
  }
  return 'text'
}

function entityArgumentType(
  name: string,
  index: string,
  entity: EntityDescription,
): PatternArgument['type'] | undefined {
  const form = entity.stored && Object.hasOwn(entity.stored, name) ? entity.stored[name] : undefined
  if (form === 'date' || form?.startsWith('epoch') || name === entity.ttl) return 'date'
  if (form === 'bigint') return 'bigint'
  const key = index === 'primary' ? entity.key : entity.indexes.find((one) => one.index === index)
  const parts = [...(key?.pk ?? []), ...(key?.sk ?? [])]
  const encodings = parts
    .flatMap((part) => part.parts)
    .flatMap((part) => ('slot' in part && part.slot === name ? [part.encoding ?? ''] : []))
  if (encodings.some((encoding) => /\biso\b/.test(encoding))) return 'date'
  if (encodings.some((encoding) => /\b(?:num|pad\d+)\b/.test(encoding))) return 'number'
  const isNumber = parts.some((part) => part.plain && part.name === name && part.type === 'N')
  const declared = entity.attributes.find((attribute) => attribute.name === name)?.type
  return isNumber || (declared === 'N' && form === undefined) ? 'number' : undefined
}
