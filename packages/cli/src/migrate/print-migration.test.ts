import type { Finding } from '@monotable/model/check'
import { expect, it } from 'vitest'
import { printDrift, printProblems, printReport } from './print-migration.ts'
import { printRecount } from './print-recount.ts'

it('what is to be done about several differences is said once, below the last of them', () => {
  const drift = (message: string, advice: string): Finding => {
    return { code: 'schema-drift', severity: 'error', table: 'Shop', entity: 'User', message, advice }
  }
  const printed = printDrift([
    drift('a went', 'migrate'),
    drift('b came', 'migrate'),
    drift('c is', 'recount'),
  ])
  expect(printed.split('\n')).toEqual([
    '',
    'The model and schema.lock.json differ:',
    '  Shop/User: a went',
    '  Shop/User: b came',
    '    migrate',
    '  Shop/User: c is',
    '    recount',
    '',
  ])
})

it('what a run met before it was cut short is told as such, and not as nothing', () => {
  const problems = (texts: readonly string[], total: number) =>
    printProblems('Cannot be:', texts, total).slice(2)
  const many = Array.from({ length: 25 }, (_, at) => `${at}`)
  expect(problems([], 0)).toEqual([])
  expect(problems(['a'], 1)).toEqual(['    a'])
  expect(problems(['a'], 0)).toEqual(['    a'])
  expect(problems([], 2)).toEqual([expect.stringMatching(/… and 2 that were met before it was cut short/)])
  expect(problems(many, 30).slice(19)).toEqual(['    19', '    … and 10 more (--json has a hundred of them)'])
})

it('a plan that was cut short is nothing to go on with, and a run is', () => {
  const numbers = {
    scanned: 1,
    changed: 1,
    problems: 0,
    units: { read: 1, write: 1 },
    estimatedWriteUnits: 1,
  }
  const report = { table: 'Shop', goal: 'all', ...numbers, samples: [], problemList: [], complete: false }
  const printed = [
    printReport(report as never, [], true),
    printRecount(report as never, true),
    printReport(report as never, [], false),
    printRecount(report as never, false),
  ]
  expect(printed.map((text) => /cut short: (.*)/.exec(text)?.[1])).toEqual([
    'there may be more than this.',
    'there may be more than this.',
    '"monotable migrate resume" goes on.',
    '"monotable recount run" goes on.',
  ])
})
