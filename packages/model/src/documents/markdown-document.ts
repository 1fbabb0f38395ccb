import { type EntityChart, indexChart, patternRows, tableChart } from './document-charts.ts'
import { type DocumentFacts, unitsText } from './document-facts.ts'
import { mermaidDiagram } from './mermaid-diagram.ts'
import type { KeyAttributeDescription, ModelDescription, TableDescription } from './model-description.ts'

/**
 * Returns a model as a Markdown page: for each table its keys, its entity chart, a chart for each index, its access
 * patterns and a diagram of its entities.
 */
export function markdownDocument(description: ModelDescription, facts: DocumentFacts = {}): string {
  const { tables } = description
  const title = facts.title ?? tables.map(({ name }) => name).join(', ')
  return [
    `# ${text(title)}`,
    ...tables.flatMap((table) => tableSection(table, facts)),
    ...findingsSection(facts),
    ...(facts.assumptions === undefined || facts.assumptions.length === 0
      ? []
      : ['## How units are estimated', facts.assumptions.map((one) => `- ${text(one)}`).join('\n')]),
  ]
    .join('\n\n')
    .concat('\n')
}

function tableSection(table: TableDescription, facts: DocumentFacts): string[] {
  const described = table.entities.filter(({ description }) => description !== undefined)
  return [
    `## Table ${text(table.name)}`,
    grid(
      ['Index', 'Partition key', 'Sort key', 'Holds'],
      [
        ['Main table', keys(table.key.pk), keys(table.key.sk), 'all'],
        ...table.indexes.map(({ name, kind, pk, sk, projection }) => [
          `${text(name)}${kind === 'local' ? ' (local)' : ''}`,
          keys(pk),
          keys(sk),
          projection === 'ALL'
            ? 'all'
            : projection === 'KEYS_ONLY'
              ? 'keys'
              : `keys, ${projectionText(projection)}`,
        ]),
      ],
    ),
    ...(table.ttlAttribute === undefined ? [] : [`Items expire by ${code(table.ttlAttribute)}.`]),
    ...(table.periods === undefined ? [] : [`There is a table for each ${table.periods.every}.`]),
    '### Entities',
    ...(described.length === 0
      ? []
      : [
          described
            .map(({ name, description = '' }) => `- **${text(name)}**: ${text(description)}`)
            .join('\n'),
        ]),
    chart(tableChart(table)),
    ...table.indexes.flatMap((index) => [
      `### Entities in ${text(index.name)}`,
      chart(indexChart(table, index)),
    ]),
    '### Access patterns',
    grid(
      ['Access pattern', 'Index', 'Parameters', 'Units', 'Notes'],
      patternRows(table, facts).map(({ name, description, index, parameters, units, condition, notes }) => [
        `${text(name)}${description === undefined ? '' : `: ${text(description)}`}`,
        text(index),
        parameters.map((parameter) => code(parameter)).join(', '),
        unitsText(units),
        [...(condition === '' ? [] : [code(condition)]), ...notes.map(text)].join('; '),
      ]),
    ),
    '### How entities relate',
    mermaidDiagram(table),
  ]
}

function projectionText(projection: string | readonly string[]): string {
  return typeof projection === 'string' ? projection : projection.map(code).join(', ')
}

function findingsSection({ findings }: DocumentFacts): string[] {
  if (findings === undefined || findings.length === 0) return []
  const lines = findings.map(
    ({ severity, place, message, advice }) =>
      `- **${severity}** in ${text(place)}: ${text(message)}${advice === '' ? '' : ` ${text(advice)}`}`,
  )
  return ['## Findings', lines.join('\n')]
}

function chart({ columns, rows }: EntityChart): string {
  const hasWhen = rows.some(({ when }) => when !== undefined)
  return grid(
    ['Entity', ...columns.map(text), ...(hasWhen ? ['Only when'] : [])],
    rows.map(({ name, note, cells, when }) => [
      `${text(name)}${note === undefined ? '' : ` (${text(note)})`}`,
      ...cells.map((cell) => (cell === undefined ? '' : code(cell.template))),
      ...(hasWhen ? [when === undefined ? '' : text(when)] : []),
    ]),
  )
}

function keys(attributes: readonly KeyAttributeDescription[]): string {
  return attributes.map(({ name, type }) => `${code(name)} (${type})`).join(', ')
}

function grid(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

/** Escapes text for Markdown. */
function text(value: string): string {
  return value.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_[\]<>|~]/g, '\\$&')
}

function code(value: string): string {
  const inner = value.replaceAll(/\s/g, ' ').replaceAll('|', '\\|')
  const longest = Math.max(0, ...[...inner.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return longest === 0 ? `${fence}${inner}${fence}` : `${fence} ${inner} ${fence}`
}
