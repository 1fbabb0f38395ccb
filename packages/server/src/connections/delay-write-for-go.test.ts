import { expect, test } from 'vitest'
import { delayWriteForGo } from './delay-write-for-go.ts'

const go = 'm/E aws-sdk-go-v2/1.36.0 os/linux lang/go#1.22.1 md/GOOS#linux api/dynamodb#1.40.0'
const javascript = 'aws-sdk-js/3.700.0 ua/2.0 os/linux lang/js md/nodejs#20.20.2 api/dynamodb#3.700.0'

test.each([
  { client: 'Go, version 2', userAgent: go, length: 100_000, isLater: true },
  { client: 'Go, version 2', userAgent: go, length: 1_000, isLater: false },
  { client: 'JavaScript', userAgent: javascript, length: 100_000, isLater: false },
  { client: 'no name', userAgent: undefined, length: 100_000, isLater: false },
])('$length characters for a client in $client', async ({ userAgent, length, isLater }) => {
  const headers = new Map(userAgent === undefined ? [] : [['user-agent', userAgent]])
  const answer = { status: 200, contentType: undefined, body: 'x'.repeat(length) }
  let isWritten = false
  const written = new Promise<void>((resolve) => {
    delayWriteForGo(answer, headers, () => {
      isWritten = true
      resolve()
    })
  })
  expect(isWritten).toBe(!isLater)
  await written
})
