import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { confirm } from './confirm.ts'

/** A terminal at which keys are pressed once a question is asked. */
function terminal(keys: string) {
  const input = Object.assign(new PassThrough(), { isTTY: true })
  const output = Object.assign(new PassThrough(), { isTTY: true })
  output.once('data', () => input.write(keys))
  return { input, output }
}

it.each([
  ['y', 'y\r', true],
  ['yes', 'Yes\r', true],
  ['nothing', '\r', false],
  ['something else', 'yet\r', false],
  ['Ctrl-C', '\u0003', false],
  ['Ctrl-D', '\u0004', false],
])('the answer %s is understood', async (_, keys, isYes) => {
  expect(await confirm('Do it?', false, terminal(keys))).toBe(isYes)
})

it('a terminal that goes away says no', async () => {
  const { input, output } = terminal('')
  output.once('data', () => input.end())
  expect(await confirm('Do it?', false, { input, output })).toBe(false)
})

it('without a terminal, the caller must have confirmed in advance', async () => {
  const nobody = { input: new PassThrough(), output: new PassThrough() }
  expect(await confirm('Do it?', true, nobody)).toBe(true)
  await expect(confirm('Do it?', false, nobody)).rejects.toThrow('use --yes')
})
