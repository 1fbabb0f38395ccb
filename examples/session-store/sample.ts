import type { Sample } from '@monotable/workbench'
import { sessionModel } from './model.ts'

/** Users are named after trees. */
const users = [
  ...['alder', 'aspen', 'beech', 'birch', 'cedar', 'chestnut', 'cypress', 'elder', 'elm', 'hazel'],
  ...['hornbeam', 'juniper', 'larch', 'linden', 'maple', 'oak', 'pine', 'rowan', 'spruce', 'willow'],
]
const hourMs = 3_600_000

/** Returns sessions that began before a moment and end after it, some of them soon. */
export function sessionData(nowMs: number) {
  return Array.from({ length: 120 }, (_, number) => {
    const createdMs = nowMs - ((number * 37) % 144) * hourMs
    return {
      SessionToken: tokenOf(number),
      Username: users[(number * 7) % users.length] ?? 'oak',
      CreatedAt: new Date(createdMs),
      ExpiresAt: new Date(createdMs + 7 * 24 * hourMs),
    }
  })
}

export const sample: Sample = {
  name: 'session-store',
  title: 'Session store',
  description: 'Sessions by token that expire after seven days, and an index of users: SessionStore.',
  model: sessionModel,
  load: async (client, { nowMs }) => {
    const db = sessionModel.connect(client)
    await db.batch.write(sessionData(nowMs).map((session) => db.Session.put(session)))
  },
}

/** Returns a token that looks like a UUID, and is the same in every run. */
function tokenOf(number: number): string {
  const hex = (multiplier: number) => (Math.imul(number + 1, multiplier) >>> 0).toString(16).padStart(8, '0')
  const text = hex(0x9e3779b1) + hex(0x85ebca6b) + hex(0xc2b2ae35) + hex(0x27d4eb2f)
  return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join(
    '-',
  )
}
