import assert from 'node:assert/strict'
import { shape, table } from '@monotable/model'
import { openClient } from './open-client.ts'

/* 18 and 19. Many to many: an adjacency list, and an index with keys of its own for the other side. */

const app = table('Pattern18', {
  key: { pk: 'PK', sk: 'SK' },
  indexes: { GSI1: { pk: 'GSI1PK', sk: 'GSI1SK' } },
})
const Student = app.entity('Student', {
  schema: shape<{ studentId: string; name: string }>(),
  key: { pk: 'STUDENT#{studentId}', sk: '#STUDENT' },
})
const Sport = app.entity('Sport', {
  schema: shape<{ sport: string; coach: string }>(),
  key: { pk: 'SPORT#{sport}', sk: '#SPORT' },
  index: { GSI1: { pk: 'SPORT#{sport}', sk: '#SPORT' } },
})
const Plays = app.entity('Plays', {
  schema: shape<{ studentId: string; sport: string }>(),
  key: { pk: 'STUDENT#{studentId}', sk: 'SPORT#{sport}' },
  index: { GSI1: { pk: 'SPORT#{sport}', sk: 'STUDENT#{studentId}' } },
})
const db = app.connect(await openClient(app), {
  entities: { Student, Sport, Plays },
  patterns: {
    student: app.collect('primary', { student: Student.one(), plays: Plays.many() }),
    sport: app.collect('GSI1', { sport: Sport.one(), players: Plays.many() }),
  },
})

await db.Student.create({ studentId: 'XYQ', name: 'Tom' })
await db.Sport.create({ sport: 'BASKETBALL', coach: 'Simon' })
await db.Plays.create({ studentId: 'XYQ', sport: 'BASKETBALL' })
await db.Plays.create({ studentId: 'XYQ', sport: 'FOOTBALL' })
const { student, plays } = await db.q.student({ studentId: 'XYQ' })
assert.deepEqual([student?.name, plays.length], ['Tom', 2])
const { sport, players } = await db.q.sport({ sport: 'BASKETBALL' })
assert.deepEqual([sport?.coach, players.map(({ studentId }) => studentId)], ['Simon', ['XYQ']])
