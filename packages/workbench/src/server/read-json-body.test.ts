import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { readJsonBody } from './read-json-body.ts'

const read = (text: string) =>
  readJsonBody(
    Object.assign(Readable.from([Buffer.from(text)]), {
      headers: { 'content-type': 'application/json' },
    }) as unknown as IncomingMessage,
  )

it('a string may be as long as a body', async () => {
  const long = 'x'.repeat(16_500_000)
  expect(await read(JSON.stringify({ long }))).toEqual({ long })
})

it('excessive nesting is rejected, but brackets within a string do not count', async () => {
  await expect(read(`{"a":${'['.repeat(200)}${']'.repeat(200)}}`)).rejects.toThrow('nested too deep')
  const text = { a: `\\"${'['.repeat(300)}`, b: [`"${'{'.repeat(300)}`] }
  expect(await read(JSON.stringify(text))).toEqual(text)
})

it('invalid JSON, or anything but an object, is rejected', async () => {
  await expect(read('{"a":"')).rejects.toThrow('not JSON')
  await expect(read('[]')).rejects.toThrow('must be an object')
})
