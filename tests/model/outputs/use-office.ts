import type { ModelClient } from '@monotable/model'
import { expect } from 'vitest'
import { officeModel } from './office-model.ts'

/** Writes with every entity of the model and reads by every pattern. */
export async function useOffice(client: ModelClient): Promise<void> {
  const db = officeModel.connect(client)
  const place = { country: 'PT', city: 'Porto', street: 'Rua Nova' }
  await db.Person.create({ id: '1', name: 'Ada', ...place, house: 7 })
  await db.Person.create({ id: '2', name: 'Bo', ...place, house: 12 })
  await db.Meeting.create({ id: '1', meeting: 'm1', day: '2026-01-02', title: 'Plans', room: 'A' })
  await db.Meeting.create({ id: '1', meeting: 'm2', day: '2026-01-01', title: 'Talk', room: 'A' })
  await db.Meeting.update({ id: '1', meeting: 'm2' }, { title: 'Long talk' })

  const diary = await db.q.diary({ id: '1' })
  expect([diary.person?.name, diary.meetings.length]).toEqual(['Ada', 2])
  const inRoom = await db.q.inRoom({ room: 'A' })
  expect(inRoom.items.map(({ meeting }) => meeting)).toEqual(['m1', 'm2'])
  const onDay = await db.q.onDay({ id: '1', day: { gte: '2026-01-02' } })
  expect(onDay.items.map(({ title }) => title)).toEqual(['Plans'])
  const neighbours = await db.q.neighbours({
    country: 'PT',
    city: 'Porto',
    street: 'Rua Nova',
    house: { gt: 8 },
  })
  expect(neighbours.items.map(({ name }) => name)).toEqual(['Bo'])
  const everyone = await db.q.everyone()
  expect(everyone.items.length).toBe(2)
}
