import type { Outcome } from '@monotable/model'
import fc from 'fast-check'
import type { Note, NotesDb } from './note-model.ts'

const key = fc.record({ owner: fc.constantFrom('ann', 'bob'), id: fc.constantFrom('1', '2', '3') })
const status = fc.constantFrom<Note['status']>('open', 'done')
const rank = fc.integer({ min: 0, max: 9000 })
const due = fc.constantFrom('2020-01-01', '2021-06-30', '2022')
const label = fc.constantFrom('a', 'toString', '__proto__')
const rest = fc.record({ status, rank, due }, { requiredKeys: ['status'] })
export const note = fc.tuple(key, rest).map(([one, two]): Note => ({ ...one, ...two }))
/** Any single operation on notes. */
export const step = fc.oneof(
  fc.record({ verb: fc.constantFrom('create' as const, 'put' as const, 'upsert' as const), note }),
  fc.record({ verb: fc.constant('remove' as const), key }),
  fc.record({
    verb: fc.constant('set' as const),
    key,
    changes: fc.record({ status, rank, due }, { requiredKeys: [] }),
  }),
  fc.record({
    verb: fc.constant('clear' as const),
    key,
    attribute: fc.constantFrom('rank' as const, 'due' as const),
  }),
  fc.record({ verb: fc.constant('raise' as const), key, amount: fc.integer({ min: 0, max: 50 }) }),
  fc.record({ verb: fc.constant('label' as const), key, label, text: fc.string() }),
)
export type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

export const idOf = ({ owner, id }: { readonly owner: string; readonly id: string }) => `${owner}/${id}`

/** Applies a step to the notes; returns false and changes nothing if it must be refused. */
export function applyStep(notes: Map<string, Note>, step: Step): boolean {
  const id = idOf('note' in step ? step.note : step.key)
  const before = notes.get(id)
  switch (step.verb) {
    case 'create':
      if (before === undefined) notes.set(id, step.note)
      return before === undefined
    case 'put':
      notes.set(id, step.note)
      return true
    case 'upsert':
      notes.set(id, { ...before, ...step.note })
      return true
    case 'remove':
      notes.delete(id)
      return true
    default:
      if (before !== undefined) notes.set(id, changeNote(before, step))
      return before !== undefined
  }
}

function changeNote(before: Note, step: Exclude<Step, { note: unknown } | { verb: 'remove' }>): Note {
  switch (step.verb) {
    case 'set':
      return { ...before, ...(step.changes as Partial<Note>) }
    case 'clear': {
      const { [step.attribute]: _, ...left } = before
      return left
    }
    case 'raise':
      return { ...before, rank: (before.rank ?? 0) + step.amount }
    case 'label': {
      const labels = Object.fromEntries([...Object.entries(before.labels ?? {}), [step.label, step.text]])
      return { ...before, labels }
    }
  }
}

/** Performs a step with the model. */
export function sendStep(db: NotesDb, step: Step): Promise<Outcome<unknown, unknown>> {
  switch (step.verb) {
    case 'create':
      return db.Note.create(step.note).outcome()
    case 'put':
      return db.Note.put(step.note).outcome()
    case 'upsert':
      return db.Note.upsert(step.note).outcome()
    case 'remove':
      return db.Note.remove(step.key).outcome()
    case 'set':
      return db.Note.update(step.key, step.changes as Partial<Note>).outcome()
    case 'clear':
      return db.Note.update(step.key, (item, { remove }) => remove(item[step.attribute])).outcome()
    case 'raise':
      return db.Note.update(step.key, (item, { add }) => add(item.rank, step.amount)).outcome()
    case 'label':
      return db.Note.update(step.key, (item, { set, at }) =>
        set(at(item.labels, step.label), step.text),
      ).outcome()
  }
}
