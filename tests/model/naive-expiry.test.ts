import { createTableInput, shape, table } from '@monotable/model'
import { relations } from '@monotable/model/relations'
import fc from 'fast-check'
import { openDatabase } from 'monotable'
import { expect, it } from 'vitest'
import { draws } from '../draws.ts'

const app = table('Passes', {
  key: { pk: 'PK' },
  indexes: { byTeam: { pk: 'T_PK', sk: 'T_SK' } },
  ttl: 'ttl',
  relations,
})

interface PassShape {
  readonly id: string
  readonly team?: string
  readonly code?: string
  readonly note?: string
  readonly expiresAt?: Date
}

const Pass = app.entity('Pass', {
  schema: shape<PassShape>(),
  key: { pk: 'PASS#{id}' },
  index: { byTeam: { pk: 'TEAM#{team}', sk: '{note}' } },
  unique: { code: 'CODE#{code}' },
  ttl: 'expiresAt',
  version: true,
})

type Stored = PassShape & { readonly version: number }
/** The arguments of a verb: a lifetime in place of the expiry time. */
type Attributes = Omit<PassShape, 'id' | 'expiresAt'> & { readonly expiresAt?: { readonly hours: number } }

const id = fc.constantFrom('a', 'b')
const some = fc.constantFrom('x', 'y')
const expiresAt = fc.constantFrom(1, 2, 5).map((hours) => ({ hours }))
const attributes = { team: some, code: some, note: some, expiresAt }
const given = fc.record(attributes, { requiredKeys: [] })
const step = fc.oneof(
  fc.record({ verb: fc.constantFrom('create' as const, 'upsert' as const, 'update' as const), id, given }),
  fc.record({ verb: fc.constant('put' as const), id, given }),
  fc.record({ verb: fc.constant('copy' as const), id }),
  fc.record({ verb: fc.constant('remove' as const), id }),
  fc.record({ verb: fc.constant('wait' as const), hours: fc.constantFrom(1, 3) }),
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

/** The naive model: an expired item does not exist, and that is all. */
class Office {
  now = Date.UTC(2026, 0, 1)
  passes = new Map<string, Stored>()

  living(): Map<string, Stored> {
    const lives = ({ expiresAt }: Stored) => expiresAt === undefined || expiresAt.getTime() > this.now
    return new Map([...this.passes].filter(([, pass]) => lives(pass)))
  }

  /** Applies a step; returns whether it was applied. */
  apply(step: Step): boolean {
    if (step.verb === 'wait') {
      this.now += step.hours * 3_600_000
      return true
    }
    const living = this.living()
    const found = living.get(step.id)
    const after = this.#after(step, found)
    if (after === undefined) return false
    if (after === 'none') living.delete(step.id)
    else living.set(step.id, after)
    const codes = [...living.values()].flatMap(({ code }) => (code === undefined ? [] : [code]))
    if (new Set(codes).size < codes.length) return false
    this.passes = living
    return true
  }

  #after(step: Exclude<Step, { verb: 'wait' }>, found: Stored | undefined): Stored | 'none' | undefined {
    if (step.verb === 'remove') return 'none'
    if (step.verb === 'copy') {
      if (found?.note === undefined) return undefined
      return { ...found, team: found.note, version: found.version + 1 }
    }
    const { expiresAt: duration, ...rest } = step.given as Attributes
    const expiry = duration && { expiresAt: new Date(this.now + duration.hours * 3_600_000) }
    const values = { id: step.id, ...rest, ...expiry }
    switch (step.verb) {
      case 'create':
        return found === undefined ? { ...values, version: 1 } : undefined
      case 'put':
        return found === undefined ? undefined : { ...values, version: found.version + 1 }
      case 'upsert':
        return { ...found, ...values, version: (found?.version ?? 0) + 1 }
      default:
        return found && { ...found, ...values, version: found.version + 1 }
    }
  }
}

it('expired items behave as if they had been removed, after any sequence of verbs', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
      const office = new Office()
      const client = await openDatabase()
      await client.send('CreateTable', createTableInput(app))
      const db = app.connect(client, {
        entities: { Pass },
        patterns: { byTeam: Pass.query('byTeam') },
        clock: { now: () => office.now },
      })
      const run = async (step: Step) => {
        if (step.verb === 'wait') return true
        const key = { id: step.id }
        if (step.verb === 'remove') return (await db.Pass.remove(key).outcome()).ok
        if (step.verb === 'copy') {
          const copy = db.Pass.update(key, (pass, { set }) => set(pass.team, pass.note), {
            if: (pass, { exists }) => exists(pass.note),
          })
          return (await copy.outcome().catch(() => ({ ok: false }))).ok
        }
        const values = step.given as Attributes
        if (step.verb === 'update') return (await db.Pass.update(key, values).outcome()).ok
        if (step.verb === 'create') return (await db.Pass.create({ ...key, ...values }).outcome()).ok
        if (step.verb === 'upsert') return (await db.Pass.upsert({ ...key, ...values }).outcome()).ok
        const before = await db.Pass.get(key)
        const ifVersion = before?.version ?? 99
        return (await db.Pass.put({ ...key, ...values }, { ifVersion }).outcome()).ok
      }
      for (const step of steps) expect([step, await run(step)]).toEqual([step, office.apply(step)])
      const living = office.living()
      for (const id of ['a', 'b']) expect(await db.Pass.get({ id })).toEqual(living.get(id))
      for (const team of ['x', 'y']) {
        const members = [...living.values()].filter((pass) => pass.team === team && pass.note !== undefined)
        const { items } = await db.q.byTeam({ team })
        expect(new Set(items.map(({ id }) => id))).toEqual(new Set(members.map(({ id }) => id)))
      }
      await client.close()
    }),
    { numRuns: draws(30) },
  )
})
