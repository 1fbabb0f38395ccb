import { expect, test } from 'vitest'
import { explainSmallness } from './explain-smallness.ts'

const memory =
  'With 256 MB of memory, many clients that send or ask for megabytes at once can end it; give it 512 MB.'
const files =
  'this process may open few files. Raise that limit, with "ulimit -n 4096" or LimitNOFILE= in systemd.'

test.each([
  [10_000, undefined, 8e9, []],
  [100, undefined, 512e6, []],
  [1_024, undefined, 256 * 1024 * 1024, [memory]],
  [56, undefined, 8e9, [`Only 56 connections are served at a time, and others wait: ${files}`]],
  [1, undefined, 8e9, [`Only 1 connection is served at a time, and others wait: ${files}`]],
  [10, 10, 8e9, []],
])('%d connections, where %s were asked for, with %d bytes of memory', (connections, wanted, bytes, said) => {
  expect(explainSmallness({ connections, wanted }, bytes)).toEqual(said)
})
