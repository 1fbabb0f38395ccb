import { randomUUID } from 'node:crypto'
import { createTestClock, openDatabase } from 'monotable'
import { prepareTables } from '../open-example.ts'
import { watchRequests } from '../watch-requests.ts'
import { sample } from './sample.ts'
import { createSessions } from './sessions.ts'

/* npm run example -- session-store: some days of a session store, played within a second on a clock of their own. */

const clock = createTestClock(Date.UTC(2026, 0, 5, 9))
// DynamoDB deletes expired items within days; here it takes an hour, to show what happens until then.
const database = await openDatabase({ clock, ttl: { delayMs: 3_600_000 } })
await prepareTables(sample, database, clock.now())

let spent: string[] = []
const watched = watchRequests(
  database,
  ({ operation, index = '', keys, read, write }) => {
    spent.push(`${`${operation} ${index}`.padEnd(18)}${read} read, ${write} write units`)
    for (const key of keys) spent.push(`  ${key}`)
  },
  ['SessionToken'],
)
const sessions = createSessions(watched, { now: () => clock.now(), newToken: randomUUID })

const first = await step('hazel logs in', () => sessions.create('hazel'))
await step('hazel logs in on the phone', () => sessions.create('hazel'))
await step('a request comes with the first token', () => sessions.find(first.SessionToken))
await step('a request comes with a token that nobody has', () => sessions.find('00000000'))
await step('hazel logs out on the first device', () => sessions.end(first.SessionToken))
await step('hazel changes the password: all sessions end', () => sessions.endAll('hazel'))

const last = await step('rowan logs in', () => sessions.create('rowan'))
await clock.advance(7 * 86_400_000)
say('Seven days go by.')
await step('a request comes with the expired token', () => sessions.find(last.SessionToken))
say(`In the table it is ${await stored(last.SessionToken)}.`)
await clock.advance(3_600_000)
await database.settled()
say(`An hour later it is ${await stored(last.SessionToken)}.`)
await database.close()

async function step<Value>(title: string, act: () => Promise<Value>): Promise<Value> {
  spent = []
  const value = await act()
  say(`${title}:`, ...spent.map((line) => `  ${line}`), `  → ${JSON.stringify(value) ?? 'nothing'}`)
  return value
}

/** Reads the stored item itself, without the model. */
async function stored(token: string): Promise<string> {
  const Key = { SessionToken: { S: token } }
  const { Item } = await database.send('GetItem', { TableName: 'SessionStore', Key })
  return Item === undefined ? 'deleted' : 'still there'
}

function say(...lines: readonly string[]): void {
  process.stdout.write(`${lines.join('\n')}\n\n`)
}
