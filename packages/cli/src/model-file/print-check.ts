import { styleText } from 'node:util'
import { type CheckReport, type Finding, placeOf } from '@monotable/model/check'
import { callOf } from './expectations.ts'
import type { ExpectationResult } from './run-expectations.ts'

/** The results of a check that are printed. */
export interface CheckOutcome {
  readonly file: string
  readonly report: CheckReport
  readonly expectations: readonly ExpectationResult[]
}

/** The style of printed text: whether in colours, and how wide. */
export interface PrintStyle {
  readonly colours: boolean
  readonly columns: number
}

type Paint = (style: 'red' | 'yellow' | 'green' | 'bold' | 'dim', text: string) => string

/** Formats a check for people. */
export function printCheck(outcome: CheckOutcome, { colours, columns }: PrintStyle): string {
  const paint: Paint = (style, text) => (colours ? styleText(style, text, { validateStream: false }) : text)
  const width = Math.min(Math.max(columns, 40), 120)
  const { report, expectations } = outcome
  const failed = expectations.filter(({ problem }) => problem !== undefined)
  const sections = [
    ...findingSections(report.findings, { paint, width }),
    ...(expectations.length === 0 ? [] : [expectationSection(expectations, { paint, width })]),
    patternSection(report, paint),
    entitySection(report, paint),
    costSection(report, { paint, width }),
    summary(report.findings, failed.length, paint),
  ]
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`
}

interface Page {
  readonly paint: Paint
  readonly width: number
}

/** Groups findings by the element that they concern. */
function findingSections(findings: readonly Finding[], { paint, width }: Page): string[] {
  const groups = new Map<string, Finding[]>()
  for (const finding of findings) {
    const { pattern, entity, table } = finding
    const subject =
      pattern === undefined
        ? entity === undefined
          ? `Table ${table}`
          : `Entity ${entity}`
        : `Pattern ${pattern}`
    groups.set(subject, [...(groups.get(subject) ?? []), finding])
  }
  return [...groups].map(([subject, members]) => {
    const lines = members.map((finding, at) => {
      const colour = finding.severity === 'error' ? 'red' : 'yellow'
      const head = `  ${paint(colour, finding.severity)} ${finding.code}${paint('dim', placeOf(finding))}`
      const text = [head, wrap(finding.message, width, '    ')]
      // Advice that several findings share is printed once, below the last of them.
      if (members[at + 1]?.advice !== finding.advice) text.push(wrap(`→ ${finding.advice}`, width, '    '))
      return text.join('\n')
    })
    return [paint('bold', subject), ...lines].join('\n')
  })
}

function expectationSection(results: readonly ExpectationResult[], { paint, width }: Page): string {
  const lines = results.map(({ expectation, problem }) =>
    problem === undefined
      ? `  ${paint('green', 'holds')} ${callOf(expectation)}`
      : `  ${paint('red', 'error')} ${callOf(expectation)}\n${wrap(problem, width, '    ')}`,
  )
  return [paint('bold', 'Expectations'), ...lines].join('\n')
}

function patternSection({ patterns }: CheckReport, paint: Paint): string {
  if (patterns.length === 0) return ''
  const rows = patterns.map(({ name, kind, table, index, items, readUnits, perSecond, dollarsPerMonth }) => [
    name,
    kind,
    index === 'primary' ? table : index,
    items === undefined ? '1 MB' : number(items),
    number(readUnits),
    perSecond === undefined ? '' : number(perSecond),
    money(dollarsPerMonth),
  ])
  const head = ['Access pattern', 'Kind', 'Index', 'Items', 'Read units', 'Calls/s', '$/month']
  return layOut([head, ...rows], 3, paint)
}

function entitySection({ entities }: CheckReport, paint: Paint): string {
  const rows = entities.map((entity) => [
    entity.name,
    number(entity.itemBytes),
    number(entity.createUnits),
    number(entity.worstWriteUnits),
    entity.writesPerSecond === undefined ? '' : number(entity.writesPerSecond),
    money(entity.dollarsPerMonth),
  ])
  const head = ['Entity', 'Bytes', 'Write units, new', 'worst', 'Writes/s', '$/month']
  return layOut([head, ...rows], 1, paint)
}

function costSection({ cost, patterns, entities }: CheckReport, { paint, width }: Page): string {
  const isCounted = [...patterns, ...entities].some(({ dollarsPerMonth }) => dollarsPerMonth !== undefined)
  const total = isCounted
    ? `At most ${money(cost.dollarsPerMonth)} dollars a month, ${money(cost.reads)} of it for reads.`
    : 'No costs: the model does not say how often it is used. Add expect: { … } to patterns and entities.'
  return [
    paint('bold', total),
    ...cost.assumptions.map((line) => paint('dim', wrap(line, width, '  '))),
  ].join('\n')
}

function summary(findings: readonly Finding[], failed: number, paint: Paint): string {
  const errors = findings.filter(({ severity }) => severity === 'error').length
  const parts = [
    count(errors, 'error'),
    count(findings.length - errors, 'warning'),
    ...(failed === 0 ? [] : [`${count(failed, 'expectation')} not met`]),
  ]
  if (findings.length === 0 && failed === 0) return paint('green', 'No findings.')
  return paint(errors + failed > 0 ? 'red' : 'yellow', `${parts.join(', ')}.`)
}

/** Formats a table as text: the first `left` columns aligned left, numbers aligned right. */
function layOut(rows: readonly (readonly string[])[], left: number, paint: Paint): string {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => (row[at] ?? '').length)))
  const lines = rows.map((row) =>
    row
      .map((cell, at) => (at < left ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  ')
      .trimEnd(),
  )
  return [paint('bold', lines[0] ?? ''), ...lines.slice(1)].join('\n')
}

/** Breaks text into lines between words. */
function wrap(text: string, width: number, indent: string): string {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && indent.length + line.length + 1 + word.length > width) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line].map((one) => indent + one).join('\n')
}

function count(amount: number, what: string): string {
  return `${amount} ${what}${amount === 1 ? '' : 's'}`
}

function number(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 1 })
}

function money(dollars: number | undefined): string {
  if (dollars === undefined) return ''
  return dollars.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
}
