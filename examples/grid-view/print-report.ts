import { type DesignReport, type Report, type ReportAction, reportActions } from './run-report.ts'

const columns = ['requests', 'read units', 'write units', 'ms'] as const
const nameWidth = 22
const width = 13

/** Formats a report as a table for people. */
export function printReport(report: Report): string {
  const { issues, fields, values, pageSize, designs } = report
  const head = `${count(issues)} issues with ${fields} fields, ${count(values)} values in all; pages of ${pageSize}.`
  const actions = Object.keys(reportActions) as ReportAction[]
  return [
    head,
    '',
    ...actions.flatMap((action) => [...actionLines(action, designs), '']),
    'What is kept',
    ...designs.map(({ title, items, bytes }) =>
      [
        `  ${title}`.padEnd(nameWidth),
        `${count(items)} items`.padStart(width + 4),
        `${(bytes / 1e6).toFixed(1)} MB`.padStart(width),
      ].join(''),
    ),
    '',
    'Consistency',
    ...designs.map(({ title, atomic, eventual }) =>
      `  ${title}`.padEnd(nameWidth).concat(`atomic: ${atomic}; eventually: ${eventual}`),
    ),
    '',
  ].join('\n')
}

function actionLines(action: ReportAction, designs: readonly DesignReport[]): string[] {
  const title = reportActions[action]
  const isShort = title.length <= nameWidth - 2
  const names = columns.map((name) => name.padStart(width)).join('')
  return [
    ...(isShort ? [] : [title]),
    `${(isShort ? title : '').padEnd(nameWidth)}${names}`,
    ...designs.flatMap(({ title: design, figures }) => {
      const { stream, ...own } = figures[action]
      return [
        line(`  ${design}`, own),
        ...(stream.requests === 0 ? [] : [line('    and the stream', stream)]),
      ]
    }),
  ]
}

function line(
  name: string,
  { requests, read, write, ms }: { requests: number; read: number; write: number; ms: number },
): string {
  const cells = [count(requests), count(read), count(write), ms < 10 ? ms.toFixed(1) : count(Math.round(ms))]
  return `${name.padEnd(nameWidth)}${cells.map((cell) => cell.padStart(width)).join('')}`
}

/** Separates thousands by commas, whatever the locale. */
function count(number: number): string {
  return number.toLocaleString('en', { maximumFractionDigits: 1 })
}
