import { parseArgs } from 'node:util'
import { createFields, project } from './grid-data.ts'
import { hostDesigns } from './host-designs.ts'
import { printReport } from './print-report.ts'
import { runReport } from './run-report.ts'
import { serveGrid } from './serve-grid.ts'

/*
 * npm run example -- grid-view [--port N] [--issues 1000]
 * npm run example -- grid-view report [--issues 10000] [--json]
 */

const options = {
  port: { type: 'string', default: '0' },
  issues: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const

const { values, positionals } = readArgs()
const say = (text: string) => process.stderr.write(`${text}\n`)
const now = () => performance.now()

if (positionals[0] === 'report') {
  const report = await runReport({ issues: wholeNumber(values.issues ?? '10000'), runs: 15 }, { now }, say)
  process.stdout.write(values.json ? `${JSON.stringify(report, undefined, 2)}\n` : printReport(report))
} else {
  const issueCount = wholeNumber(values.issues ?? '1000')
  const designs = hostDesigns(issueCount)
  const report = (error: unknown) => say(error instanceof Error ? `${error.stack}` : String(error))
  const context = { project, fields: createFields(), issueCount, designs, now, report }
  const served = await serveGrid(context, { port: wholeNumber(values.port) })
  process.stdout.write(`The grid is at ${served.url}\n`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      const opened = designs.map(async (one) => (await one.opened).close())
      void Promise.all([served.close(), ...opened])
    })
  }
}

function readArgs() {
  try {
    return parseArgs({ args: process.argv.slice(2), options, allowPositionals: true })
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error))
  }
}

function wholeNumber(text: string): number {
  return /^\d{1,6}$/.test(text) ? Number(text) : refuse(`${text} is no whole number`)
}

function refuse(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(2)
}
