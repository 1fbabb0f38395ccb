import type { Finding } from '@monotable/model/check'
import { expect, it } from 'vitest'
import { printDrift, printProblems, printReport } from './print-migration.ts'
import { printRecount } from './print-recount.ts'

it('advice that several differences share is printed once, below the last of them', () => {
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

it('problems found before an interruption are reported as such, and not left out', () => {
  const problems = (texts: readonly string[], total: number) =>
    printProblems('Cannot be:', texts, total).slice(2)
  const many = Array.from({ length: 25 }, (_, at) => `${at}`)
  expect(problems([], 0)).toEqual([])
  expect(problems(['a'], 1)).toEqual(['    a'])
  expect(problems(['a'], 0)).toEqual(['    a'])
  expect(problems([], 2)).toEqual([expect.stringMatching(/… and 2 found before the run was interrupted/)])
  expect(problems(many, 30).slice(19)).toEqual(['    19', '    … and 10 more (--json lists up to a hundred)'])
})

it('keys, names and values of items are printed without control characters', () => {
  const hostile = '\u001b]0;a\u0007\u009b2J'
  const key = { id: { S: hostile } }
  const problem = { entity: 'User', name: 'orders', kind: 'unreadable', key, message: hostile }
  const sample = {
    entity: 'User',
    name: 'orders',
    kind: 'count',
    key,
    before: {},
    after: { [hostile]: key.id },
  }
  const numbers = { scanned: 1, changed: 1, problems: 1, units: {}, complete: true, estimatedWriteUnits: 1 }
  const report = { table: 'Shop', ...numbers, samples: [sample], problemList: [problem] }
  for (const printed of [printReport(report as never, [], true), printRecount(report as never, true)]) {
    expect(printed).toContain('?]0;a??2J')
    expect(printed).not.toMatch(/[^\P{Cc}\n]/u)
  }
})

it('an interrupted plan cannot be continued, an interrupted run can', () => {
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
  expect(printed.map((text) => /nterrupted: (.*)/.exec(text)?.[1])).toEqual([
    'there may be more than this.',
    'there may be more than this.',
    '"monotable migrate resume" continues it.',
    '"monotable recount run" continues it.',
  ])
})
