import type { Finding } from '@monotable/model/check'
import { expect, it } from 'vitest'
import { printDrift } from './print-migration.ts'

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
