import { colourOf, diagramSvg } from './diagram-svg.ts'
import {
  type ChartRow,
  type EntityChart,
  indexChart,
  type PatternRow,
  patternRows,
  tableChart,
} from './document-charts.ts'
import { type DocumentFacts, unitsText } from './document-facts.ts'
import { escapeHtml } from './escape-html.ts'
import { htmlStyle } from './html-style.ts'
import type {
  IndexDescription,
  KeyAttributeDescription,
  ModelDescription,
  TableDescription,
  TemplatePart,
} from './model-description.ts'

/**
 * Returns a model as one self-contained HTML page: for each table its keys, its entity chart, a chart for each index,
 * its access patterns, and a diagram of its entities. The page has no scripts, and loads nothing.
 */
export function htmlDocument(description: ModelDescription, facts: DocumentFacts = {}): string {
  const { tables } = description
  const title = facts.title ?? tables.map(({ name }) => name).join(', ')
  const body = [
    `<h1>${escapeHtml(title)}</h1>`,
    `<p class="facts">${factsLine(description)}</p>`,
    ...tables.flatMap((table, at) => tableSection(table, `t${at}`, facts)),
    ...findingsSection(facts),
    ...assumptionsSection(facts),
  ]
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeHtml(title)}</title>
<style>${htmlStyle}</style>
</head>
<body>
<div class="frame">
<nav aria-label="Contents">
${contents(description, facts)}
</nav>
<main>
${body.join('\n')}
</main>
</div>
</body>
</html>
`
}

function factsLine({ tables }: ModelDescription): string {
  const count = (list: readonly unknown[], one: string, many: string) =>
    `<span><b>${list.length}</b> ${list.length === 1 ? one : many}</span>`
  return [
    count(tables, 'table', 'tables'),
    count(
      tables.flatMap(({ indexes }) => indexes),
      'index',
      'indexes',
    ),
    count(
      tables.flatMap(({ entities }) => entities),
      'entity',
      'entities',
    ),
    count(
      tables.flatMap(({ patterns }) => patterns),
      'access pattern',
      'access patterns',
    ),
  ].join('')
}

function contents({ tables }: ModelDescription, { findings = [] }: DocumentFacts): string {
  const link = (id: string, text: string) => `<a href="#${id}">${escapeHtml(text)}</a>`
  return [
    ...tables.flatMap((table, at) => [
      `<b>${escapeHtml(table.name)}</b>`,
      link(`t${at}-diagram`, 'Diagram'),
      link(`t${at}-entities`, 'Entities'),
      ...table.indexes.map(({ name }, index) => link(`t${at}-i${index}`, name)),
      link(`t${at}-patterns`, 'Access patterns'),
    ]),
    ...(findings.length > 0 ? ['<b>Check</b>', link('findings', `Findings (${findings.length})`)] : []),
  ].join('\n')
}

function tableSection(table: TableDescription, id: string, facts: DocumentFacts): string[] {
  const colours = new Map(table.entities.map(({ name }, at) => [name, colourOf(at)]))
  return [
    `<h2 id="${id}">${escapeHtml(table.name)}</h2>`,
    ...(table.ttlAttribute === undefined
      ? []
      : [`<p class="soft">Items expire by <code>${escapeHtml(table.ttlAttribute)}</code>.</p>`]),
    ...(table.periods === undefined
      ? []
      : [`<p class="soft">There is a table for each ${table.periods.every}.</p>`]),
    keysSheet(table),
    `<h3 id="${id}-diagram">How entities relate</h3>`,
    `<div class="sheet drawing">${diagramSvg(table)}</div>`,
    `<h3 id="${id}-entities">Entities</h3>`,
    chartSheet(tableChart(table), colours, descriptionsOf(table)),
    ...table.indexes.flatMap((index, at) => [
      `<h3 id="${id}-i${at}">Entities in ${escapeHtml(index.name)}</h3>`,
      chartSheet(indexChart(table, index), colours, new Map()),
    ]),
    `<h3 id="${id}-patterns">Access patterns</h3>`,
    patternsSheet(patternRows(table, facts)),
  ]
}

function descriptionsOf({ entities }: TableDescription): Map<string, string> {
  return new Map(
    entities.flatMap(({ name, description }) => (description === undefined ? [] : [[name, description]])),
  )
}

function keysSheet({ key, indexes }: TableDescription): string {
  const row = (name: string, { pk, sk }: TableDescription['key'], holds: string) =>
    `<tr><td>${name}</td><td>${keyText(pk)}</td><td>${keyText(sk)}</td><td>${holds}</td></tr>`
  return sheet(
    ['Index', 'Partition key', 'Sort key', 'Holds'],
    [
      row('Main table', key, 'everything'),
      ...indexes.map((index) => {
        const kind = index.kind === 'local' ? ' <span class="soft">local</span>' : ''
        return row(escapeHtml(index.name) + kind, index, projectionText(index))
      }),
    ],
  )
}

function keyText(attributes: readonly KeyAttributeDescription[]): string {
  return attributes
    .map(({ name, type }) => `<code>${escapeHtml(name)}</code> <span class="soft">${type}</span>`)
    .join('<br>')
}

function projectionText({ projection }: IndexDescription): string {
  if (projection === 'ALL') return 'everything'
  if (projection === 'KEYS_ONLY') return 'keys'
  const names = (projection as readonly string[]).map((name) => `<code>${escapeHtml(name)}</code>`)
  return `keys, ${names.join(', ')}`
}

function chartSheet(
  { columns, rows }: EntityChart,
  colours: ReadonlyMap<string, string>,
  descriptions: ReadonlyMap<string, string>,
): string {
  return sheet(
    ['Entity', ...columns],
    rows.map(
      (row) =>
        `<tr${isIn(row) ? '' : ' class="out"'}>${nameCell(row, colours, descriptions)}${row.cells.map(keyCell).join('')}</tr>`,
    ),
  )
}

function isIn({ cells }: ChartRow): boolean {
  return cells.some((cell) => cell !== undefined)
}

function nameCell(
  { name, note, when }: ChartRow,
  colours: ReadonlyMap<string, string>,
  descriptions: ReadonlyMap<string, string>,
): string {
  const colour = colours.get(name) ?? ''
  const about = note === undefined ? descriptions.get(name) : undefined
  const more = [about, when === undefined ? undefined : `while ${when}`].filter((text) => text !== undefined)
  const lines = more.map((text) => `<span class="note">${escapeHtml(text)}</span>`).join('')
  const shown = note === undefined ? name : `${name}, ${note}`
  return `<td><span class="entity ${colour}${note === undefined ? '' : ' marker'}">${escapeHtml(shown)}</span>${lines}</td>`
}

function keyCell(part: ChartRow['cells'][number]): string {
  return part === undefined
    ? '<td class="empty">–</td>'
    : `<td><code>${part.parts.map(partText).join('')}</code></td>`
}

function partText(part: TemplatePart): string {
  if ('text' in part) return escapeHtml(part.text)
  const encoding = part.encoding === undefined ? '' : `<i>:${escapeHtml(part.encoding)}</i>`
  return `<span class="slot">${escapeHtml(part.slot)}${encoding}</span>`
}

function patternsSheet(rows: readonly PatternRow[]): string {
  const hasUnits = rows.some(({ units }) => units !== undefined)
  const names = { read: 'QUERY', scan: 'SCAN', write: 'WRITE' } as const
  return sheet(
    ['Access pattern', 'Index', 'Parameters', ...(hasUnits ? ['Units'] : []), 'Notes'],
    rows.map(({ name, description, index, parameters, units, condition, notes, kind }) => {
      const about = description === undefined ? '' : `<span class="note">${escapeHtml(description)}</span>`
      const read = condition === '' ? '' : `<li><code class="condition">${escapeHtml(condition)}</code></li>`
      const list = read + notes.map((note) => `<li>${escapeHtml(note)}</li>`).join('')
      const given = parameters.map((parameter) => `<code>${escapeHtml(parameter)}</code>`).join('<br>')
      return [
        `<tr><td><span class="badge ${kind}">${names[kind]}</span><span class="pattern">${escapeHtml(name)}</span>${about}</td>`,
        `<td class="index">${escapeHtml(index)}</td><td>${given}</td>`,
        hasUnits ? `<td class="units">${unitsText(units)}</td>` : '',
        `<td><ul class="plain">${list}</ul></td></tr>`,
      ].join('')
    }),
  )
}

function findingsSection({ findings = [] }: DocumentFacts): string[] {
  if (findings.length === 0) return []
  const list = findings.map(
    ({ severity, place, message, advice }) =>
      `<div class="finding"><strong class="${severity}">${severity}</strong><div><b>${escapeHtml(place)}</b><p>${escapeHtml(message)}</p><p class="soft">${escapeHtml(advice)}</p></div></div>`,
  )
  return ['<h2 id="findings">Findings</h2>', `<div class="sheet">${list.join('')}</div>`]
}

function assumptionsSection({ assumptions = [] }: DocumentFacts): string[] {
  if (assumptions.length === 0) return []
  const list = assumptions.map((one) => `<li>${escapeHtml(one)}</li>`).join('')
  return ['<h2>How units are estimated</h2>', `<ul class="soft">${list}</ul>`]
}

function sheet(head: readonly string[], rows: readonly string[]): string {
  const cells = head.map((text) => `<th scope="col">${escapeHtml(text)}</th>`).join('')
  return `<div class="sheet"><table><thead><tr>${cells}</tr></thead><tbody>${rows.join('\n')}</tbody></table></div>`
}
