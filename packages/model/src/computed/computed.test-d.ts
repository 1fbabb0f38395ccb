import { describe, expectTypeOf, it } from 'vitest'
import { shape } from '../codec/standard-schema.ts'
import type { InputOf, ItemOf } from '../entity.ts'
import { table } from '../table.ts'
import { computed } from './computed.ts'

const app = table('App', { key: { pk: 'PK' } })
const declare = {
  schema: shape<{ id: string; first: string; middle?: string; full: string; age?: number }>(),
  key: { pk: 'A#{id}' },
} as const
type Names = { first: string; middle?: string | undefined }
const Person = app.entity('Person', {
  ...declare,
  computed: computed({
    full: { from: ['first'], also: ['middle'], by: ({ first, middle = '' }: Names) => `${first} ${middle}` },
  }),
})
const db = app.connect({ send: async () => ({}) }, { entities: { Person } })

describe('computed attributes', () => {
  it('are optional in input, present in results, and not settable by updates', () => {
    expectTypeOf<{ id: string; first: string }>().toExtend<InputOf<typeof Person>>()
    expectTypeOf<ItemOf<typeof Person>['full']>().toEqualTypeOf<string>()
    db.Person.update({ id: '1' }, { first: 'a' })
    // @ts-expect-error the model sets it
    db.Person.update({ id: '1' }, { full: 'a' })
  })

  it('are attributes, computed from attributes by functions of matching types', () => {
    app.entity('Right', { ...declare, computed: computed({ full: { from: ['id'], by: () => 'x' } }) })
    // @ts-expect-error there is no such attribute
    app.entity('Wrong', { ...declare, computed: computed({ fool: { from: ['id'], by: () => 'x' } }) })
    // @ts-expect-error its source is not an attribute
    app.entity('Wrong', { ...declare, computed: computed({ full: { from: ['ID'], by: () => 'x' } }) })
    // @ts-expect-error it returns a number
    app.entity('Wrong', { ...declare, computed: computed({ full: { from: ['id'], by: () => 1 } }) })
    const wants = ({ first }: { first: number }) => String(first)
    // @ts-expect-error it takes a number
    app.entity('Wrong', { ...declare, computed: computed({ full: { from: ['first'], by: wants } }) })
  })
})
