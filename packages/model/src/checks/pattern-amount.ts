import { findIndex, primary } from '../entities/table-definition.ts'
import { attributesIn } from '../expressions/places-in.ts'
import type { Pattern } from '../reads/pattern.ts'
import { entryBytesOf, pageBytes } from './capacity-units.ts'
import type { Finding } from './finding.ts'
import type { PatternReport } from './model-cost.ts'
import { keyIn, type ModelFacts, membersOf, type NamedPattern } from './model-facts.ts'

/** Checks that a pattern reads no more than it returns, and not without limit. */
export function checkAmount(named: NamedPattern, report: PatternReport, facts: ModelFacts): Finding[] {
  return [...scan(named, facts), ...filter(named), ...unbounded(named, report)]
}

function scan({ name, pattern }: NamedPattern, { entities }: ModelFacts): Finding[] {
  if (pattern.kind !== 'scan') return []
  const { entity, index } = pattern
  const others = entities.filter(
    (other) => other !== entity && other.table === entity.table && keyIn(other, index) !== undefined,
  )
  // Scanning an index that holds nothing else is fine.
  if (index !== primary && others.length === 0) return []
  const what = index === primary ? `the whole table ${entity.table.name}` : `all of ${index}`
  const also = others.length === 0 ? '' : `, also ${others.map((other) => other.name).join(', ')}`
  return [
    {
      code: 'scan',
      severity: 'error',
      entity: entity.name,
      pattern: name,
      index,
      message: `${name} reads and pays for ${what}${also} to return the items of ${entity.name}; it gets slower and more expensive with every item.`,
      advice: `Give ${entity.name} an index of its own and scan that, query by a key, or add allow: ['scan'] for a job that has to read everything.`,
    },
  ]
}

function filter({ name, pattern }: NamedPattern): Finding[] {
  if (pattern.kind === 'collect' || pattern.filter === undefined) return []
  const { entity, index, options } = pattern
  const attributes = [...attributesIn(pattern.filter)].join(', ')
  const read = pattern.kind === 'scan' ? entity.expect?.items : entity.expect?.perPartition
  const kept = options.expect?.items
  const isKnown = read !== undefined && kept !== undefined
  if (isKnown && kept * 2 >= read) return []
  const share = isKnown
    ? ` It keeps ${kept} of ${read} items: ${percent(read - kept, read)} is thrown away.`
    : ''
  const pages = options.page === undefined ? '' : ` A page of ${options.page} may have fewer, or none.`
  return [
    {
      code: 'filter',
      severity: isKnown ? 'error' : 'warning',
      entity: entity.name,
      pattern: name,
      index,
      message: `${name} filters by ${attributes} after the items are read: you also pay for those it leaves out.${share}${pages}`,
      advice: `Put ${attributes} into a sort key, or keep only such items in an index (when); if most are kept, add allow: ['filter'].`,
    },
  ]
}

function unbounded({ name, pattern }: NamedPattern, report: PatternReport): Finding[] {
  if (pattern.kind === 'scan' || report.items !== undefined) return []
  const entity = membersOf(pattern).find(({ count }) => count === 'many')?.entity
  if (entity === undefined) return []
  const items = Math.ceil(pageBytes / entryBytesOf(entity, pattern.index))
  return [
    {
      code: 'unbounded',
      severity: 'warning',
      entity: entity.name,
      pattern: name,
      index: pattern.index,
      message:
        `${name} reads any number of ${entity.name} items: a call reads up to 1 MB, ${report.readUnits} read units, ` +
        `about ${items} items, and there may be more pages${indexNote(pattern)}.`,
      advice:
        "Set page: 25 (or how many one call should return), expect: { items } if there are never many, or allow: ['unbounded'].",
    },
  ]
}

function indexNote(pattern: Pattern): string {
  if (pattern.options.hydrate !== true || pattern.kind !== 'query') return ''
  const index = findIndex(pattern.entity.table, pattern.index)
  return index === undefined || index.projection === 'ALL' ? '' : ', each item of which is read again'
}

function percent(part: number, whole: number): string {
  return `${Math.round((part / whole) * 100)} %`
}
