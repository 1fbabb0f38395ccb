import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { model } from '../model.ts'
import { table } from '../table.ts'
import { check } from './check-model.ts'

const app = table('App', { key: { pk: 'PK' }, ttl: 'ttl' })

/** Returns the findings for an entity with a schema. */
function found(schema: unknown, config: object = {}): string[] {
  const One = app.entity('One', { schema, key: { pk: 'ONE#{id}' }, ...config } as never)
  const { findings } = check(model({ entities: { One } }))
  return findings.filter(({ code }) => code === 'stored-not-said').map(({ message }) => message)
}

const text = (path: string) =>
  `"${path}" of One is a Date, but nothing says how it is stored: it would be read as text.`
const number = (path: string) =>
  `"${path}" of One is a bigint, but nothing says how it is stored: it would be read as a number.`

describe('Dates and bigints without a stored form', () => {
  const zod = z.object({
    id: z.string(),
    at: z.date(),
    lines: z.array(z.object({ at: z.date().optional(), amount: z.bigint().default(0n) })).optional(),
    stays: z.record(z.string(), z.date().nullable()),
    home: z.object({ since: z.date(), city: z.string() }),
    either: z.union([z.object({ on: z.date() }), z.string()]),
  })
  const valibot = v.object({
    id: v.string(),
    at: v.date(),
    lines: v.optional(v.array(v.object({ at: v.optional(v.date()), amount: v.optional(v.bigint(), 0n) }))),
    stays: v.record(v.string(), v.nullable(v.date())),
    home: v.object({ since: v.date(), city: v.string() }),
    either: v.union([v.object({ on: v.date() }), v.string()]),
  })

  it.each([
    ['zod', zod],
    ['valibot', valibot],
  ])('are found at any depth: %s', (_, schema) => {
    expect(found(schema)).toEqual([
      text('at'),
      text('lines[].at'),
      number('lines[].amount'),
      text('stays.*'),
      text('home.since'),
      text('either.on'),
    ])
    const stored = {
      at: 'epoch',
      'lines[].at': 'date',
      'lines[].amount': 'bigint',
      'stays.*': 'date',
      'home.since': 'date',
      'either.on': 'date',
    }
    expect(found(schema, { stored })).toEqual([])
  })

  it('are fine as the expiry of items', () => {
    expect(found(z.object({ id: z.string(), until: z.date() }), { ttl: 'until' })).toEqual([])
  })

  it('are searched to a limited depth in a recursive schema', () => {
    const Tree: z.ZodType = z.object({
      id: z.string(),
      get children() {
        return z.array(Tree)
      },
    })
    expect(found(Tree)).toEqual([])
  })
})
