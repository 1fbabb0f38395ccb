import { type ModelClient, shape, table } from '@monotable/model'

/** The item type of these tests. */
export interface Note {
  readonly id: string
  readonly owner: string
  readonly status: 'open' | 'done'
  readonly rank?: number
  readonly due?: string
  readonly labels?: { readonly [name: string]: string }
}

export const app = table('Notes', {
  key: { pk: 'PK', sk: 'SK' },
  indexes: {
    byRank: { pk: 'G1', sk: 'S1' },
    openByDue: { pk: 'G2', sk: 'S2' },
    byStatus: { pk: 'status', sk: 'due' },
  },
})
export const NoteEntity = app.entity('Note', {
  schema: shape<Note>(),
  key: { pk: 'OWNER#{owner}', sk: 'NOTE#{id}' },
  index: {
    byRank: { pk: 'OWNER#{owner}', sk: '{rank:pad4}#{status}' },
    openByDue: { pk: 'OPEN', sk: '{due}#{owner}', when: { status: 'open' } },
    byStatus: {},
  },
})

/** Computes the stored index keys of a note, naively. */
export function expectedKeys({ owner, status, rank, due }: Note): object {
  return {
    ...(rank !== undefined && {
      G1: { S: `OWNER#${owner}` },
      S1: { S: `${String(rank).padStart(4, '0')}#${status}` },
    }),
    ...(status === 'open' && due !== undefined && { G2: { S: 'OPEN' }, S2: { S: `${due}#${owner}` } }),
  }
}

/** Connects the model; waits between retries are skipped. */
export function connectNotes(client: ModelClient) {
  return app.connect(client, { entities: { Note: NoteEntity }, sleep: async () => {} })
}

export type NotesDb = ReturnType<typeof connectNotes>
