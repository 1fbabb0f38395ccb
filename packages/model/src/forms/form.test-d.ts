import { describe, expectTypeOf, it } from 'vitest'
import { shape } from '../codec/standard-schema.ts'
import type { InputOf, ItemOf } from '../entity.ts'
import { table } from '../table.ts'
import { form } from './form.ts'

const app = table('App', { key: { pk: 'PK' } })
type Row = { id: string; pin: string; data?: { a: number }; at: Date; list: string[]; age: number }
const declare = { schema: shape<Row>(), key: { pk: 'ROW#{id}' } } as const
const sealed = form('sealed', {
  encode: (text: string) => new TextEncoder().encode(text),
  decode: (bytes) => new TextDecoder().decode(bytes),
})
const asJson = form('json', {
  encode: (data: { a: number }) => JSON.stringify(data),
  decode: (text) => JSON.parse(text) as { a: number },
})
const day = form('day', {
  encode: (at: Date) => Math.floor(at.getTime() / 86_400_000),
  decode: (days) => new Date(days * 86_400_000),
})
const Row = app.entity('Row', { ...declare, stored: { pin: sealed, data: asJson, at: day } })
const db = app.connect({ send: async () => ({}) }, { entities: { Row } })
const key = { id: '1' }

describe('forms of the program’s own', () => {
  it('do not appear in items, inputs and changes', () => {
    expectTypeOf<ItemOf<typeof Row>>().toEqualTypeOf<Row>()
    expectTypeOf<InputOf<typeof Row>>().toEqualTypeOf<Row>()
    db.Row.update(key, { pin: '1', data: { a: 1 } }, { if: { pin: '2' }, returning: 'old' })
    db.Row.update(key, (row, { set, setIfMissing, remove }) => [
      set(row.pin, '1'),
      setIfMissing(row.data, { a: 1 }),
      remove(row.data),
    ])
    db.Row.remove(key, {
      if: (row, { and, eq, ne, oneOf, exists }) =>
        and(eq(row.pin, '1'), ne(row.at, new Date(0)), oneOf(row.pin, ['1']), exists(row.data)),
    })
    // @ts-expect-error that is the stored value
    db.Row.update(key, { pin: new Uint8Array() })
  })

  it('have no order, parts or size', () => {
    Row.query('primary', { filter: (row, { lt }) => lt(row.age, 1) })
    // @ts-expect-error it has no order
    Row.query('primary', { filter: (row, { lt }) => lt(row.pin, '1') })
    // @ts-expect-error it has no order
    db.Row.remove(key, { if: (row, { between }) => between(row.at, new Date(), new Date()) })
    // @ts-expect-error it has no beginning
    db.Row.put({} as Row, { if: (row, { begins }) => begins(row.pin, '1') })
    // @ts-expect-error it has no parts
    db.Row.check(key, { if: (row, { contains }) => contains(row.pin, '1') })
    // @ts-expect-error it has no size
    db.Row.check(key, { if: (row, { eq, size }) => eq(size(row.pin), 1) })
    // @ts-expect-error no path leads into it
    db.Row.update(key, (row, { set }) => set(row.data.a, 1))
    const Counted = app.entity('Counted', {
      ...declare,
      stored: {
        at: 'date',
        age: form('text', { encode: (age: number) => String(age), decode: Number }),
        list: form('joined', { encode: (list: string[]) => list.join(), decode: (text) => text.split(',') }),
      },
    })
    const other = app.connect({ send: async () => ({}) }, { entities: { Counted } })
    // @ts-expect-error it is not a number in the table
    other.Counted.update(key, (row, { add }) => add(row.age, 1))
    // @ts-expect-error it is not a list in the table
    other.Counted.update(key, (row, { append }) => append(row.list, 'a'))
    // @ts-expect-error it is not a list in the table
    other.Counted.update(key, (row, { at, set }) => set(at(row.list, 0), 'a'))
  })

  it('convert from and to the type of the attribute', () => {
    // @ts-expect-error the form is one of text
    app.entity('Wrong', { ...declare, stored: { at: 'date', age: sealed } })
    // @ts-expect-error the form is one of text
    app.entity('Wrong', { ...declare, stored: { at: sealed } })
    // @ts-expect-error a Date still needs a form
    app.entity('Wrong', { ...declare, stored: { pin: sealed } })
    // @ts-expect-error forms are synchronous
    form('later', { encode: async (text: string) => text, decode: (stored) => String(stored) })
    // @ts-expect-error DynamoDB cannot store a Date
    form('date', { encode: (text: string) => new Date(text), decode: (stored) => String(stored) })
  })
})
