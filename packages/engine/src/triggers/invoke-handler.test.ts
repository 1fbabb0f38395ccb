import { describe, expect, it } from 'vitest'
import { createTestClock } from '../util/test-clock.ts'
import { invokeHandler } from './invoke-handler.ts'
import type { LambdaContext, TriggerHandler } from './stream-event.ts'

const clock = createTestClock(Date.UTC(2026, 0, 2))

function invoke(handler: TriggerHandler): Promise<unknown> {
  return invokeHandler({
    handler,
    event: { Records: [] },
    requestId: 'r1',
    functionName: 'orders',
    functionArn: 'arn:aws:lambda:us-east-1:000000000000:function:orders',
    timeoutMs: 3_000,
    clock,
  })
}

const answer = { batchItemFailures: [] }

describe('a handler', () => {
  it.each<[string, TriggerHandler]>([
    ['of a promise', async () => answer],
    ['of a value', () => answer],
    ['with a callback', (_event, _context, callback) => void setImmediate(() => callback(null, answer))],
    ['with three parameters and a promise', async (_event, _context, _callback) => answer],
    ['with a callback called at once', (_event, _context, callback) => callback(null, answer)],
    ['with context.succeed', (_event, context, _callback) => context.succeed(answer)],
    ['with context.done', (_event, context, _callback) => context.done(undefined, answer)],
  ])('%s gives its answer', async (_, handler) => {
    expect(await invoke(handler)).toBe(answer)
  })

  it.each<[string, TriggerHandler]>([
    ['that rejects', async () => Promise.reject(new Error('no'))],
    [
      'that throws',
      () => {
        throw new Error('no')
      },
    ],
    ['that calls back with an error', (_event, _context, callback) => callback(new Error('no'))],
    ['that calls context.fail', (_event, context, _callback) => context.fail(new Error('no'))],
  ])('%s fails', async (_, handler) => {
    await expect(invoke(handler)).rejects.toThrow('no')
  })

  it('that returns nothing and takes no callback is done', async () => {
    expect(await invoke((_event, _context) => {})).toBeUndefined()
  })

  it('that takes too long fails', async () => {
    const outcome = expect(invoke(() => new Promise(() => {}))).rejects.toThrow(
      'r1 Task timed out after 3.00 seconds',
    )
    await clock.advance(3_000)
    await outcome
  })

  it('receives what Lambda passes', async () => {
    let given: LambdaContext | undefined
    await invoke((_event, context) => {
      given = context
    })
    expect(given).toMatchObject({
      functionName: 'orders',
      functionVersion: '$LATEST',
      invokedFunctionArn: 'arn:aws:lambda:us-east-1:000000000000:function:orders',
      awsRequestId: 'r1',
      logGroupName: '/aws/lambda/orders',
      logStreamName: '2026/01/02/[$LATEST]monotable',
    })
    expect(given?.getRemainingTimeInMillis()).toBe(3_000)
    await clock.advance(1_000)
    expect(given?.getRemainingTimeInMillis()).toBe(2_000)
  })
})
