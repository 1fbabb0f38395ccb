import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { shape } from '../codec/standard-schema.ts'
import type { EntityDefinition } from '../entities/entity-definition.ts'
import { attributesOf } from './schema-facts.ts'

function facts(schema: unknown): object {
  return Object.fromEntries(attributesOf({ schema } as EntityDefinition) ?? [])
}

const expected = {
  text: { kind: 'text', values: undefined },
  number: { kind: 'number', values: undefined },
  flag: { kind: 'boolean', values: 2 },
  status: { kind: 'text', values: 3 },
  only: { kind: 'text', values: 1 },
  either: { kind: 'number', values: 2 },
  at: { kind: 'date', values: undefined },
  list: { kind: 'other', values: undefined },
}

describe('what a schema shows of its attributes', () => {
  it('is read from zod', () => {
    const schema = z.object({
      text: z.string().min(3).default('abc'),
      number: z.number().int().optional(),
      flag: z.boolean().nullable(),
      status: z.enum(['a', 'b', 'c']).optional(),
      only: z.literal('x'),
      either: z.union([z.literal(1), z.literal(2)]),
      at: z.date().readonly(),
      list: z.array(z.string()),
    })
    expect(facts(schema)).toEqual(expected)
  })

  it('is read from valibot', () => {
    const schema = v.object({
      text: v.optional(v.pipe(v.string(), v.minLength(3)), 'abc'),
      number: v.optional(v.number()),
      flag: v.nullable(v.boolean()),
      status: v.optional(v.picklist(['a', 'b', 'c'])),
      only: v.literal('x'),
      either: v.union([v.literal(1), v.literal(2)]),
      at: v.date(),
      list: v.array(v.string()),
    })
    expect(facts(schema)).toEqual(expected)
  })

  it('is nothing for a schema that shows nothing', () => {
    expect(attributesOf({ schema: shape<{ id: string }>() } as unknown as EntityDefinition)).toBeUndefined()
  })
})
