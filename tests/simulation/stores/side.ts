import { createDatabase, type Database, type Storage } from '@monotable/engine'
import { ServiceError } from '@monotable/protocol'
import { createServer } from '@monotable/server'
import { forgetLeases } from '../../../packages/engine/src/tables/leases.ts'
import { createMemoryKinesis } from '../../../packages/engine/src/testing/memory-kinesis.ts'
import { createMemoryObjects } from '../../../packages/engine/src/testing/memory-objects.ts'
import { createHttpClient } from '../../conformance/http-client.ts'
import type { Answer, Json } from '../../differential/exchange.ts'
import type { SeededRandom } from '../seeded-random.ts'
import { GivenNames } from './given-names.ts'
import { createJumpClock } from './jump-clock.ts'
import { startMs } from './world.ts'

const accountId = '000000000000'

/** One of the databases that a program works on. */
export interface Side {
  readonly name: string
  /** Sends a request; the answer uses names that all sides understand. */
  send(operation: string, input: Json, region: string): Promise<Answer>
  /** Does something that may happen between two requests and must change nothing; returns what it did. */
  happen(random: SeededRandom): Promise<string>
  pass(ms: number): Promise<void>
  /** Resolves when nothing is running in the background. */
  settled(): Promise<void>
  close(): Promise<void>
}

/** Where a side keeps its data, and how it is called. */
export interface Place {
  readonly name: string
  /** Opens the store; only once if it cannot be reopened. */
  open(): Promise<Storage>
  readonly reopens?: boolean
  /** Ends a database as if its process had been killed. */
  kill?(db: Database): Promise<void>
  readonly overHttp?: boolean
  remove?(): void
}

type Ask = (operation: string, input: Json, region: string) => Promise<Answer>

/** Opens a side. */
export async function openSide(place: Place): Promise<Side> {
  const clock = createJumpClock(startMs)
  const objects = createMemoryObjects()
  objects.objects.set('bucket', new Map())
  const surroundings = { clock, objects, kinesis: createMemoryKinesis() }
  const streams = { shards: 2 }
  const names = new GivenNames()
  let storage: Storage
  const open = async () => {
    storage = await place.open()
    return createDatabase({ storage, ...surroundings, streams })
  }
  let db = await open()
  const door = place.overHttp ? await openDoor(db) : undefined
  const ask: Ask = door?.ask ?? ((...request) => execute(db, ...request))
  return {
    name: place.name,
    settled: () => db.settled(),
    async send(operation, input, region) {
      return names.read(await ask(operation, names.write(input) as Json, region)) as Answer
    },
    async happen(random) {
      const kind = random.below(3)
      if (kind === 0 && place.reopens) {
        await db.close()
        db = await open()
        return 'opened again'
      }
      if (kind === 1 && place.kill) {
        await place.kill(db)
        db = await open()
        return 'killed'
      }
      const snapshot = await db.snapshot()
      for (let times = 1 + random.below(2); times > 0; times--) await db.restore(snapshot)
      await snapshot.release()
      return 'restored'
    },
    async pass(ms) {
      // After a jump in time the leases of a server have expired, and it would wait until it is sure that their holder
      // is gone.
      if (storage.isShared) await forgetLeases(storage)
      for (let isCalled = clock.jump(ms); isCalled; isCalled = clock.jump(0)) {
        // A store may need a turn of the event loop before its work has begun.
        await new Promise((resolve) => setImmediate(resolve))
        await db.settled()
      }
    },
    async close() {
      await door?.close()
      await db.close()
      place.remove?.()
    },
  }
}

async function openDoor(db: Database): Promise<{ ask: Ask; close: () => Promise<void> }> {
  const server = await createServer(db, { port: 0 })
  const keys = { accessKeyId: 'any', secretAccessKey: 'any' }
  const client = createHttpClient({ endpoint: server.url, region: 'us-east-1', ...keys })
  return {
    ask: async (operation, input, region) => {
      const answer = await client.call(operation, input, region)
      if ('output' in answer) return { body: (answer.output === '' ? {} : answer.output) as Json }
      const { name, message, fields } = answer.error
      return { error: name, message, fields: fields as Json }
    },
    close: async () => {
      client.close()
      await server.close()
    },
  }
}

/** Executes a request; throws what is not an answer of the service. */
async function execute(db: Database, operation: string, input: Json, region: string): Promise<Answer> {
  try {
    const text = await db.execute(operation, JSON.parse(JSON.stringify(input)), { region, accountId })
    return { body: text === '' ? {} : (JSON.parse(text) as Json) }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const fields = JSON.parse(JSON.stringify(error.fields)) as Json
    return { error: error.name, message: error.messageIn(db.messages), fields }
  }
}
