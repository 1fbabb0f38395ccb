import { ServiceError } from '@monotable/protocol'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { systemRandom } from '../util/random.ts'
import { createTestClock, type TestClock } from '../util/test-clock.ts'
import { createTrigger } from './create-trigger.ts'
import type { DeadLetter } from './dead-letter.ts'
import { planTrigger } from './plan-trigger.ts'
import type { ShardStart, StreamDirectory, StreamSource } from './shard-source.ts'
import type { DynamoDBRecord, TriggerHandler } from './stream-event.ts'
import type { Trigger, TriggerHappening, TriggerOptions } from './trigger.ts'
import type { Checkpoint, TriggerStore } from './trigger-store.ts'

/** A shard with records that a test adds by hand. */
interface FakeShard {
  readonly shardId: string
  readonly parentShardId?: string
  isClosed: boolean
  readonly records: DynamoDBRecord[]
}

class FakeStreams implements StreamDirectory {
  readonly streams = new Map<string, FakeShard[]>()
  current: string | undefined = 'arn:aws:dynamodb:eu-west-1:123456789012:table/T/stream/1'
  /** What the next reads reject with. */
  readonly failures: Error[] = []
  /** Iterators from before this generation are expired. */
  generation = 0
  readonly #listeners = new Set<() => void>()
  readonly #clock: TestClock
  #sequence = 100

  constructor(clock: TestClock) {
    this.#clock = clock
    this.streams.set(this.current as string, [{ shardId: 's1', isClosed: false, records: [] }])
  }

  shard(shardId: string, streamArn = this.current as string): FakeShard {
    const shard = this.streams.get(streamArn)?.find((one) => one.shardId === shardId)
    if (shard === undefined) throw new ServiceError('ResourceNotFoundException', 'no such shard')
    return shard
  }

  /** The size of each added record. */
  sizeBytes = 10

  add(shardId: string, ...ids: string[]): void {
    for (const id of ids) {
      this.#sequence++
      this.shard(shardId).records.push({
        eventID: `e${this.#sequence}`,
        eventName: 'INSERT',
        dynamodb: {
          ApproximateCreationDateTime: Math.floor(this.#clock.now() / 1_000),
          Keys: { id: { S: id } },
          NewImage: { id: { S: id } },
          SequenceNumber: String(this.#sequence),
          SizeBytes: this.sizeBytes,
        },
      })
    }
    this.signal()
  }

  signal(): void {
    for (const call of this.#listeners) call()
  }

  async findStream(): Promise<string | undefined> {
    return this.current
  }

  open(streamArn: string): StreamSource {
    return {
      streamArn,
      shards: async () => {
        const shards = this.streams.get(streamArn)
        if (shards === undefined) throw new ServiceError('ResourceNotFoundException', 'no such stream')
        return shards
      },
      iterator: async (shardId, start) => {
        return `${this.generation}/${shardId}/${this.#place(this.shard(shardId, streamArn), start)}`
      },
      read: async (iterator, limit) => {
        const failure = this.failures.shift()
        if (failure !== undefined) throw failure
        const [generation, shardId = '', place] = iterator.split('/')
        if (Number(generation) < this.generation)
          throw new ServiceError('ExpiredIteratorException', 'expired')
        const shard = this.shard(shardId, streamArn)
        const records = shard.records.slice(Number(place), Number(place) + limit)
        const end = Number(place) + records.length
        const isOver = shard.isClosed && end === shard.records.length
        const next = isOver ? {} : { next: `${generation}/${shardId}/${end}` }
        return { records: records.map((record) => () => structuredClone(record)), ...next }
      },
      listen: (call) => {
        this.#listeners.add(call)
        return () => this.#listeners.delete(call)
      },
    }
  }

  #place({ records }: FakeShard, start: ShardStart): number {
    if (start.type === 'TRIM_HORIZON') return 0
    if (start.type === 'LATEST') return records.length
    const { sequenceNumber } = start
    return records.findIndex((record) => record.dynamodb?.SequenceNumber === sequenceNumber) + 1
  }
}

function createStore(): TriggerStore & { checkpoint?: Checkpoint | undefined } {
  const letters = new Map<string, DeadLetter>()
  return {
    async load() {
      return this.checkpoint
    },
    async save(checkpoint) {
      this.checkpoint = structuredClone(checkpoint)
    },
    deadLetters: async () => [...letters.values()],
    saveDeadLetter: async (letter) => void letters.set(letter.id, structuredClone(letter)),
    removeDeadLetter: async (id) => void letters.delete(id),
    async forget() {
      letters.clear()
      this.checkpoint = undefined
    },
  }
}

/** Machines may be shared, so there is no short time limit. */
const until = (check: () => void) => vi.waitFor(check, { timeout: 50_000 })

const idsOf = (records: readonly DynamoDBRecord[]) =>
  records.map((record) => record.dynamodb?.Keys?.['id']?.S ?? '')

describe('a trigger', () => {
  let clock: TestClock
  let streams: FakeStreams
  let store: ReturnType<typeof createStore>
  /** The batches that handlers were called with. */
  let calls: string[][]

  beforeEach(() => {
    clock = createTestClock(Date.UTC(2026, 0, 1))
    streams = new FakeStreams(clock)
    store = createStore()
    calls = []
  })

  function start(options: TriggerOptions = {}, handler: TriggerHandler = () => {}): Promise<Trigger> {
    const noting: TriggerHandler = (event, context) => {
      calls.push(idsOf(event.Records))
      return handler(event, context, () => {})
    }
    const plan = planTrigger('T', handler, { name: 'test', ...options })
    return createTrigger({
      plan,
      handler: noting,
      directory: streams,
      store,
      clock,
      random: systemRandom,
      ...(options.observe && { observe: options.observe }),
    })
  }

  it('handles what is written after it started', async () => {
    streams.add('s1', 'before')
    const trigger = await start()
    streams.add('s1', 'a', 'b')
    await trigger.idle()
    expect(calls.flat()).toEqual(['a', 'b'])
    await trigger.stop()
  })

  it('handles everything from the trim horizon on, in batches', async () => {
    streams.add('s1', 'a', 'b', 'c', 'd', 'e')
    const trigger = await start({ startingPosition: 'TRIM_HORIZON', batchSize: 2 })
    await trigger.idle()
    expect(calls).toEqual([['a', 'b'], ['c', 'd'], ['e']])
    await trigger.stop()
  })

  it('handles what was written since a given time', async () => {
    streams.add('s1', 'old')
    await clock.advance(10_000)
    streams.add('s1', 'new')
    const trigger = await start({ startingPosition: new Date(clock.now() - 5_000) })
    await trigger.idle()
    expect(calls).toEqual([['new']])
    await trigger.stop()
  })

  it('continues from its checkpoint', async () => {
    const first = await start()
    streams.add('s1', 'a')
    await first.idle()
    await first.stop()
    streams.add('s1', 'b')
    const second = await start()
    await second.idle()
    expect(calls).toEqual([['a'], ['b']])
    await second.stop()
  })

  it('misses no later records if it is stopped before its first one', async () => {
    streams.add('s1', 'before')
    await clock.advance(5_000)
    await (await start()).stop()
    streams.add('s1', 'a')
    const second = await start()
    await second.idle()
    expect(calls).toEqual([['a']])
    await second.stop()
  })

  it('finds new shards, and measures no negative times, after a clock that was ahead is set right', async () => {
    const right = clock
    let aheadMs = 86_400_000
    clock = { ...right, now: () => right.now() + aheadMs }
    const durations: number[] = []
    const observe = (happening: TriggerHappening) => {
      if (happening.kind === 'handled') durations.push(happening.durationMs)
    }
    const trigger = await start({ observe }, async () => {
      aheadMs -= 3_600_000
    })
    streams.add('s1', 'a')
    await trigger.idle()
    aheadMs = 0
    streams.streams.get(streams.current as string)?.push({ shardId: 's2', isClosed: false, records: [] })
    await right.advance(10_000)
    streams.add('s2', 'b')
    await until(() => expect(calls.flat()).toEqual(['a', 'b']))
    expect(durations.every((ms) => ms >= 0)).toBe(true)
    await trigger.stop()
  })

  it('reads parents before children, and both children', async () => {
    const trigger = await start()
    const arn = streams.current as string
    streams.streams
      .get(arn)
      ?.push(
        { shardId: 's2', parentShardId: 's1', isClosed: false, records: [] },
        { shardId: 's3', parentShardId: 's1', isClosed: false, records: [] },
      )
    streams.add('s2', 'c')
    streams.add('s3', 'd')
    await trigger.idle()
    expect(calls.flat()).not.toContain('c')
    streams.add('s1', 'a', 'b')
    streams.shard('s1').isClosed = true
    streams.signal()
    await trigger.idle()
    expect(calls.flat().slice(0, 2)).toEqual(['a', 'b'])
    expect(calls.flat().sort()).toEqual(['a', 'b', 'c', 'd'])
    expect(store.checkpoint?.shards.find(({ shardId }) => shardId === 's1')).toMatchObject({
      isFinished: true,
    })
    await trigger.stop()
  })

  it('switches to the next stream of its table once the old one has been handled', async () => {
    const trigger = await start()
    streams.add('s1', 'a')
    streams.shard('s1').isClosed = true
    streams.current = 'arn:aws:dynamodb:eu-west-1:123456789012:table/T/stream/2'
    streams.streams.set(streams.current, [{ shardId: 's9', isClosed: false, records: [] }])
    streams.add('s9', 'b')
    await trigger.idle()
    expect(calls).toEqual([['a'], ['b']])
    expect(store.checkpoint?.streamArn).toBe(streams.current)
    await trigger.stop()
  })

  it('retries after a delay, and keeps the order', async () => {
    let failures = 2
    const trigger = await start({ maxAttempts: 5, batchSize: 1 }, ({ Records }) => {
      if (idsOf(Records)[0] === 'a' && failures-- > 0) throw new Error('no')
    })
    streams.add('s1', 'a', 'b')
    await until(() => expect(calls).toEqual([['a']]))
    await clock.advance(99)
    expect(calls).toEqual([['a']])
    await clock.advance(1)
    expect(calls).toEqual([['a'], ['a']])
    await clock.advance(200)
    await trigger.idle()
    expect(calls).toEqual([['a'], ['a'], ['a'], ['b']])
    await trigger.stop()
  })

  it('stores what it cannot handle as Lambda reports it to a destination, and continues', async () => {
    const letters: DeadLetter[] = []
    const trigger = await start(
      { maxAttempts: 2, retryDelayMs: 0, bisect: true, onFailure: (letter) => letters.push(letter) },
      ({ Records }) => {
        if (idsOf(Records).includes('poison')) throw new RangeError('bad record')
      },
    )
    streams.add('s1', 'a', 'b', 'poison', 'c')
    await trigger.idle()
    expect(new Set(calls.flat())).toEqual(new Set(['a', 'b', 'poison', 'c']))
    const [letter] = await trigger.deadLetters()
    expect(letters).toEqual([letter])
    expect(letter).toMatchObject({
      requestContext: {
        functionArn: 'arn:aws:lambda:eu-west-1:123456789012:function:test',
        condition: 'RetryAttemptsExhausted',
        approximateInvokeCount: 4,
      },
      responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: 'Unhandled' },
      version: '1.0',
      timestamp: '2026-01-01T00:00:00.000Z',
      DDBStreamBatchInfo: {
        shardId: 's1',
        startSequenceNumber: '103',
        endSequenceNumber: '103',
        approximateArrivalOfFirstRecord: '2026-01-01T00:00:00Z',
        approximateArrivalOfLastRecord: '2026-01-01T00:00:00Z',
        batchSize: 1,
        streamArn: 'arn:aws:dynamodb:eu-west-1:123456789012:table/T/stream/1',
      },
      error: { name: 'RangeError', message: 'bad record' },
    })
    expect(idsOf(letter?.payload.Records ?? [])).toEqual(['poison'])
    await trigger.stop()
  })

  it('reports no function error for a handler that only reports failures, as Lambda does', async () => {
    // Seen on AWS by LocalStack's tests: test_dynamodb_report_batch_item_failure_scenarios.
    const trigger = await start({ maxAttempts: 4, retryDelayMs: 0 }, () => ({
      batchItemFailures: [{ itemIdentifier: '' }],
    }))
    streams.add('s1', 'a')
    await trigger.idle()
    const [letter] = await trigger.deadLetters()
    expect(letter?.requestContext.approximateInvokeCount).toBe(4)
    expect(letter?.responseContext).toEqual({
      statusCode: 200,
      executedVersion: '$LATEST',
      functionError: null,
    })
    await trigger.stop()
  })

  it('passes dead letters to the handler again on request', async () => {
    let isBroken = true
    const trigger = await start({ maxAttempts: 1, batchSize: 2 }, ({ Records }) => {
      if (isBroken) throw new Error('no')
      const failing = Records.find((record) => idsOf([record])[0] === 'd')?.dynamodb?.SequenceNumber
      return { batchItemFailures: failing === undefined ? [] : [{ itemIdentifier: failing }] }
    })
    streams.add('s1', 'a', 'b', 'c', 'd')
    await trigger.idle()
    expect(await trigger.deadLetters()).toHaveLength(2)
    isBroken = false
    expect(await trigger.redrive()).toEqual({ handled: 3, failed: 1 })
    const left = await trigger.deadLetters()
    expect(left.map(({ payload }) => idsOf(payload.Records))).toEqual([['d']])
    await trigger.clearDeadLetters()
    expect(await trigger.deadLetters()).toEqual([])
    await trigger.stop()
  })

  it('gives up records that are too old', async () => {
    streams.add('s1', 'old')
    await clock.advance(60_000)
    streams.add('s1', 'new')
    const trigger = await start({ startingPosition: 'TRIM_HORIZON', maxRecordAgeMs: 30_000 })
    await trigger.idle()
    expect(calls).toEqual([['new']])
    const [letter] = await trigger.deadLetters()
    expect(letter?.requestContext).toMatchObject({ condition: 'RecordAgeExpired', approximateInvokeCount: 0 })
    expect(letter?.responseContext).toBeUndefined()
    await trigger.stop()
  })

  it('accepts partial responses, unless told not to', async () => {
    const handler: TriggerHandler = ({ Records }) => {
      const failing = Records.find((record) => idsOf([record])[0] === 'b')?.dynamodb?.SequenceNumber ?? ''
      return { batchItemFailures: failing === '' ? [] : [{ itemIdentifier: failing }] }
    }
    const trigger = await start({ maxAttempts: 1 }, handler)
    streams.add('s1', 'a', 'b', 'c')
    await trigger.idle()
    const [letter] = await trigger.deadLetters()
    expect(idsOf(letter?.payload.Records ?? [])).toEqual(['b', 'c'])
    await trigger.remove()
    const trusting = await start({ maxAttempts: 1, partialResponses: false }, handler)
    streams.add('s1', 'a', 'b', 'c')
    await trusting.idle()
    expect(await trusting.deadLetters()).toEqual([])
    await trusting.stop()
  })

  it('skips what its filter does not match, and counts it as done', async () => {
    const trigger = await start({ filter: { dynamodb: { Keys: { id: { S: [{ prefix: 'x' }] } } } } })
    streams.add('s1', 'a', 'x1', 'b')
    await trigger.idle()
    expect(calls).toEqual([['x1']])
    expect(store.checkpoint?.shards).toEqual([{ shardId: 's1', sequenceNumber: '103' }])
    await trigger.stop()
  })

  it('runs batches of different items concurrently, and those of one item in order', async () => {
    let running = 0
    let most = 0
    const seen = new Map<string, number[]>()
    const trigger = await start({ parallel: 4, batchSize: 1 }, async ({ Records }) => {
      most = Math.max(most, ++running)
      for (const record of Records) {
        const [id = ''] = idsOf([record])
        seen.set(id, [...(seen.get(id) ?? []), Number(record.dynamodb?.SequenceNumber)])
        await new Promise((resolve) => setTimeout(resolve, Number(record.dynamodb?.SequenceNumber) % 3))
      }
      running--
    })
    for (let round = 0; round < 20; round++) streams.add('s1', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h')
    await trigger.idle()
    expect(most).toBeGreaterThan(1)
    expect(most).toBeLessThanOrEqual(4)
    expect([...seen.values()].flat()).toHaveLength(160)
    for (const numbers of seen.values())
      expect(numbers).toEqual([...numbers].sort((left, right) => left - right))
    await trigger.stop()
  })

  it('restarts from the slowest lane', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const ids = Array.from({ length: 16 }, (_, at) => `i${at}`)
    const trigger = await start({ parallel: 4, batchSize: 1 }, ({ Records }) =>
      idsOf(Records)[0] === 'i0' ? held : undefined,
    )
    streams.add('s1', ...ids)
    await until(() => expect(calls.length).toBeGreaterThan(4))
    expect(store.checkpoint?.shards).toEqual([{ shardId: 's1' }])
    expect(trigger.lagMs()).toBe(0)
    await clock.advance(5_000)
    expect(trigger.lagMs()).toBe(5_000)
    release()
    await trigger.idle()
    expect(store.checkpoint?.shards).toEqual([{ shardId: 's1', sequenceNumber: '116' }])
    expect(trigger.lagMs()).toBe(0)
    await trigger.stop()
  })

  it('waits for a batch to fill up, but not while a caller waits for idle', async () => {
    const trigger = await start({ batchWindowMs: 1_000, batchSize: 3 })
    streams.add('s1', 'a')
    await clock.advance(0)
    await clock.advance(500)
    streams.add('s1', 'b')
    await clock.advance(499)
    expect(calls).toEqual([])
    await clock.advance(1)
    expect(calls).toEqual([['a', 'b']])
    streams.add('s1', 'c', 'd', 'e')
    await until(() => expect(calls).toHaveLength(2))
    streams.add('s1', 'f')
    await trigger.idle()
    expect(calls).toEqual([['a', 'b'], ['c', 'd', 'e'], ['f']])
    await trigger.stop()
  })

  it('stops waiting once a batch is as large as a payload may be', async () => {
    const trigger = await start({ batchSize: 100, batchWindowMs: 60_000 })
    streams.sizeBytes = 4 * 1024 * 1024
    streams.add('s1', 'a', 'b', 'c')
    // Six megabytes, as in Lambda: the second record does not fit into the first batch.
    await until(() => expect(calls).toEqual([['a'], ['b']]))
    await trigger.idle()
    expect(calls).toEqual([['a'], ['b'], ['c']])
    await trigger.stop()
  })

  it('stops waiting for batches to fill up when it cannot read on', async () => {
    const trigger = await start({ batchSize: 100, batchWindowMs: 60_000, parallel: 10 })
    streams.sizeBytes = 1024 * 1024
    const ids = Array.from({ length: 40 }, (_, i) => `k${i}`)
    streams.add('s1', ...ids)
    await until(() => expect(calls.flat().length).toBeGreaterThan(16))
    await trigger.idle()
    expect(calls.flat().sort()).toEqual(ids.sort())
    await trigger.stop()
  })

  it("reports the handler's error to waiting callers if attempts are unlimited", async () => {
    const trigger = await start({ retryDelayMs: 0 }, () => {
      throw new Error('always')
    })
    streams.add('s1', 'a')
    await expect(trigger.idle()).rejects.toThrow('always')
    await trigger.stop()
    await expect(trigger.idle()).rejects.toMatchObject({ code: 'CLOSED' })
  })

  it('passes a separate copy to each call', async () => {
    const trigger = await start({ maxAttempts: 2, retryDelayMs: 0 }, ({ Records }) => {
      const [record] = Records
      expect(record?.dynamodb?.NewImage).toEqual({ id: { S: 'a' } })
      if (record?.dynamodb) record.dynamodb.NewImage = {}
      Records.length = 0
      throw new Error('again')
    })
    streams.add('s1', 'a')
    await trigger.idle()
    const [letter] = await trigger.deadLetters()
    expect(letter?.error?.message).toBe('again')
    expect(letter?.payload.Records[0]?.dynamodb?.NewImage).toEqual({ id: { S: 'a' } })
    await trigger.stop()
  })

  it('continues when its iterator has expired', async () => {
    const trigger = await start()
    streams.generation++
    streams.add('s1', 'a')
    await trigger.idle()
    streams.generation++
    streams.add('s1', 'b')
    await trigger.idle()
    expect(calls).toEqual([['a'], ['b']])
    await trigger.stop()
  })

  it('continues at the beginning of what is left when its position has been trimmed', async () => {
    const trigger = await start()
    streams.failures.push(new ServiceError('TrimmedDataAccessException', 'trimmed'))
    streams.add('s1', 'a')
    await trigger.idle()
    expect(calls).toEqual([['a']])
    await trigger.stop()
  })

  it('retries when the stream cannot be read', async () => {
    const trigger = await start()
    streams.failures.push(new Error('network'), new Error('network'))
    streams.add('s1', 'a')
    for (let waited = 0; calls.length === 0; waited++) {
      expect(waited).toBeLessThan(100)
      await clock.advance(250)
    }
    expect(calls).toEqual([['a']])
    await trigger.stop()
  })

  it('stops after the running handler, and handles the rest when it is restarted', async () => {
    let release = () => {}
    const trigger = await start({ batchSize: 1 }, () => new Promise<void>((resolve) => (release = resolve)))
    streams.add('s1', 'a', 'b')
    await until(() => expect(calls).toEqual([['a']]))
    const stopped = trigger.stop()
    release()
    await stopped
    const second = await start()
    await second.idle()
    expect(calls).toEqual([['a'], ['b']])
    await second.stop()
  })

  it('gives its records up the next time if it is stopped while a letter cannot be stored', async () => {
    const unhandled = vi.fn()
    process.on('unhandledRejection', unhandled)
    const { saveDeadLetter } = store
    let attempts = 0
    store.saveDeadLetter = async () => {
      attempts++
      throw new Error('the store is full')
    }
    const fail = () => {
      throw new Error('no')
    }
    const trigger = await start({ maxAttempts: 1 }, fail)
    streams.add('s1', 'a')
    await until(() => expect(attempts).toBe(1))
    await trigger.stop()
    await new Promise((resolve) => setImmediate(resolve))
    process.off('unhandledRejection', unhandled)
    expect(unhandled).not.toHaveBeenCalled()
    store.saveDeadLetter = saveDeadLetter
    const second = await start({ maxAttempts: 1 }, fail)
    await second.idle()
    expect(calls).toEqual([['a'], ['a']])
    expect(await second.deadLetters()).toHaveLength(1)
    await second.stop()
  })

  it('tries once more to save its progress when it is stopped', async () => {
    const { save } = store
    const trigger = await start()
    store.save = () => Promise.reject(new Error('the store is full'))
    streams.add('s1', 'a')
    await trigger.idle()
    store.save = save
    await trigger.stop()
    const second = await start()
    await second.idle()
    expect(calls).toEqual([['a']])
    await second.stop()
  })

  it('handles what a handler writes to its own table, too', async () => {
    const trigger = await start({}, ({ Records }) => {
      if (idsOf(Records).includes('a')) streams.add('s1', 'b')
    })
    streams.add('s1', 'a')
    await trigger.idle()
    expect(calls).toEqual([['a'], ['b']])
    await trigger.stop()
  })

  it('handles the consequences of what a handler writes, even if that takes seconds', async () => {
    const trigger = await start({}, async ({ Records }) => {
      const [id = ''] = idsOf(Records)
      await clock.advance(1_100)
      if (id.length < 4) streams.add('s1', `${id}+`)
    })
    streams.add('s1', 'a')
    await trigger.idle()
    expect(calls).toEqual([['a'], ['a+'], ['a++'], ['a+++']])
    await trigger.stop()
  })

  it.each([
    ['nothing', undefined],
    ['something without a text', Object.create(null)],
    [
      'something that throws when it is looked at',
      Object.defineProperty(new Error(), 'message', {
        get: () => {
          throw new Error('not even this')
        },
      }),
    ],
  ])('writes a dead letter when the handler throws %s', async (_, thrown) => {
    const trigger = await start({ maxAttempts: 1 }, () => {
      throw thrown
    })
    streams.add('s1', 'a')
    await trigger.idle()
    expect(await trigger.deadLetters()).toHaveLength(1)
    await trigger.stop()
  })

  it('becomes idle on a stream that never rests once the existing records are handled', async () => {
    const trigger = await start({}, async ({ Records }) => {
      await clock.advance(500)
      streams.add('s1', `after ${idsOf(Records)[0]}`)
    })
    streams.add('s1', 'a')
    await trigger.idle()
    expect(calls.length).toBeGreaterThan(2)
    expect(calls[0]).toEqual(['a'])
    await trigger.stop()
  })

  it('requires a stream', async () => {
    streams.current = undefined
    await expect(start()).rejects.toThrow('The table has no stream')
  })

  it.each<[TriggerOptions, string]>([
    [{ batchSize: 0 }, 'batchSize must be a number from 1 to 10000, not 0'],
    [{ batchSize: 1.5 }, 'batchSize must be a number from 1 to 10000, not 1.5'],
    [{ parallel: 11 }, 'parallel must be a number from 1 to 10, not 11'],
    [{ maxAttempts: 0 }, 'maxAttempts must be a number from 1 to 10001, not 0'],
    [{ retryDelayMs: -1 }, 'retryDelayMs must be a number from 0 to 60000, not -1'],
    [{ timeoutMs: Number.NaN }, 'timeoutMs must be a number from 1 to 86400000, not NaN'],
    [
      JSON.parse('{ "batchsize": 5 }'),
      'a trigger has no option batchsize; it has: name, region, filter, batchSize',
    ],
    [{ startingPosition: new Date('never') }, 'startingPosition must be LATEST, TRIM_HORIZON or a Date'],
    [{ filter: { a: 'b' } }, 'Invalid filter pattern definition.'],
    [{ name: '' }, 'the name of a trigger has 1 to 255 characters'],
    [JSON.parse('{ "bisect": "yes" }'), 'bisect must be true or false, not yes'],
    [JSON.parse('{ "onFailure": "log" }'), 'onFailure must be a function, not log'],
  ])('refuses %j', async (options, message) => {
    await expect(async () => start(options)).rejects.toThrow(message)
  })
})
