import { expect, test } from 'vitest'
import { createErrorLog } from './error-log.ts'

function logged() {
  const lines: string[] = []
  let time = 0
  const log = createErrorLog({ write: (text) => lines.push(text), now: () => time })
  const pass = (milliseconds: number) => {
    time += milliseconds
  }
  return { lines, log, pass }
}

test('an error is logged with its cause', () => {
  const { lines, log } = logged()
  log(new Error('no answer', { cause: new Error('no room') }))
  expect(lines).toEqual([expect.stringMatching(/no answer.*no room/s)])
})

test('a repeated error is counted, and the count is written before the next entry', () => {
  const { lines, log } = logged()
  for (let count = 0; count < 1_000; count++) log(new Error('no room'))
  log(new Error('another'))
  expect(lines.map((line) => line.split('\n', 1)[0])).toEqual([
    'Error: no room',
    '… and 999 more of the same.',
    'Error: another',
  ])
})

test('alternating errors are counted separately', () => {
  const { lines, log } = logged()
  for (let count = 0; count < 1_000; count++) log(count % 2 === 0 ? 'no room' : 'no answer')
  log('another')
  expect(lines).toEqual([
    'monotable: no room\n',
    'monotable: no answer\n',
    '… and 499 more of no room\n',
    '… and 499 more of the same.\n',
    'monotable: another\n',
  ])
})

test('a continuing error is logged again every ten seconds', () => {
  const { lines, log, pass } = logged()
  log('no room')
  log('no room')
  pass(10_000)
  log('no room')
  expect(lines).toEqual(['monotable: no room\n', '… and 1 more of the same.\n', 'monotable: no room\n'])
})
