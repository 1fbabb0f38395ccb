import { type AdversityOptions, createDatabase, type Database } from '@monotable/engine'
import { createTableInput, shape, table } from '@monotable/model'
import { relations } from '@monotable/model/relations'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { draws } from '../draws.ts'

/*
 * Every verb succeeds or is refused as in a naive model, and afterwards every marker, counter, number and copy is what
 * a few lines of plain code compute from the items. This also holds when requests are throttled or in conflict, and
 * with concurrent callers.
 */

interface Member {
  readonly name: string
  readonly email?: string
  readonly team?: string
  readonly nick?: string
  readonly display: string
  readonly tags?: ReadonlySet<string>
  readonly posts?: number
  readonly lastPost?: number
}
interface Post {
  readonly name: string
  readonly number: number
  readonly text: string
  readonly author?: string
}

const app = table('Club', {
  relations,
  key: { pk: 'PK', sk: 'SK' },
  indexes: { GSI1: { pk: 'GSI1PK', sk: 'GSI1SK' } },
})
const Card = app.entity('Card', {
  schema: shape<{ name: string; display: string; email?: string }>(),
  key: { pk: 'CARD#{name}', sk: 'CARD' },
})
const MemberEntity = app.entity('Member', {
  schema: shape<Member>(),
  key: { pk: 'MEMBER#{name}', sk: 'MEMBER' },
  unique: { email: 'EMAIL#{email}', nick: { pk: 'TEAM#{team}', sk: 'NICK#{nick}' } },
  limit: { tags: 2 },
  copies: { card: { to: Card, attributes: ['display', 'email'] } },
})
const PostEntity = app.entity('Post', {
  schema: shape<Post>(),
  key: { pk: 'MEMBER#{name}', sk: 'POST#{number:pad4}' },
  index: { GSI1: { pk: 'AUTHOR#{author}', sk: '{number:pad4}' } },
  sequence: { number: { of: MemberEntity, counter: 'lastPost' } },
  belongsTo: {
    member: { entity: MemberEntity, mustExist: true, count: 'posts', copy: { author: 'display' } },
  },
})

const name = fc.constantFrom('ann', 'ann', 'bob')
const some = fc.constantFrom('x', 'y')
const number = fc.integer({ min: 1, max: 3 })
const tags = fc
  .uniqueArray(fc.constantFrom('1', '2', '3', '4'), { minLength: 1, maxLength: 3 })
  .map((all) => new Set(all))
const attributes = { display: some, email: some, team: some, nick: some, tags }
const rest = fc.record(attributes, { requiredKeys: ['display'] })
const step = fc.oneof(
  fc.record({ verb: fc.constantFrom('create' as const, 'put' as const, 'upsert' as const), name, rest }),
  fc.record({
    verb: fc.constant('update' as const),
    name,
    changes: fc.record(attributes, { requiredKeys: [] }),
  }),
  fc.record({
    verb: fc.constant('clear' as const),
    name,
    attribute: fc.constantFrom('email' as const, 'nick' as const),
  }),
  fc.record({ verb: fc.constant('tag' as const), name, tags }),
  fc.record({ verb: fc.constant('remove' as const), name }),
  fc.record({ verb: fc.constantFrom('post' as const, 'two posts' as const), name, text: some }),
  fc.record({ verb: fc.constant('repost' as const), name, number, text: some }),
  fc.record({ verb: fc.constant('unpost' as const), name, number }),
  fc.record({ verb: fc.constant('swap' as const), name, other: name }),
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

/** The naive model: plain maps, changed all at once or not at all. */
class Club {
  members = new Map<string, Member>()
  posts = new Map<string, Post>()

  /** Applies a step, or leaves everything as it was; returns whether it was applied. */
  apply(step: Step): boolean {
    const before = { members: new Map(this.members), posts: new Map(this.posts) }
    const isDone = this.#attempt(step) && this.#isRight()
    if (!isDone) Object.assign(this, before)
    return isDone
  }

  #attempt(step: Step): boolean {
    const found = this.members.get(step.name)
    switch (step.verb) {
      case 'create':
        if (found === undefined) this.#store({ name: step.name, ...(step.rest as Omit<Member, 'name'>) })
        return found === undefined
      case 'put': {
        const counters = found && { posts: found.posts, lastPost: found.lastPost }
        this.#store({ name: step.name, ...(step.rest as Omit<Member, 'name'>), ...(counters as object) })
        return true
      }
      case 'upsert':
        this.#store({ ...found, name: step.name, ...(step.rest as Omit<Member, 'name'>) })
        return true
      case 'update':
        if (found !== undefined) this.#store({ ...found, ...(step.changes as Partial<Member>) })
        return found !== undefined
      case 'clear':
        if (found !== undefined) this.#store({ ...found, [step.attribute]: undefined })
        return found !== undefined
      case 'tag':
        if (found !== undefined)
          this.#store({ ...found, tags: new Set([...(found.tags ?? []), ...step.tags]) })
        return found !== undefined
      case 'remove':
        this.members.delete(step.name)
        return (found?.posts ?? 0) === 0
      case 'swap':
        return this.#swap(found, this.members.get(step.other))
      default:
        return this.#changePosts(step, found)
    }
  }

  #swap(one: Member | undefined, other: Member | undefined): boolean {
    if (one?.email === undefined || other?.email === undefined || one === other) return false
    this.#store({ ...one, email: other.email })
    this.#store({ ...other, email: one.email })
    return true
  }

  #changePosts(
    step: Extract<Step, { verb: 'post' | 'two posts' | 'repost' | 'unpost' }>,
    found: Member | undefined,
  ): boolean {
    if (step.verb === 'unpost' || step.verb === 'repost') {
      const id = `${step.name}/${step.number}`
      const post = this.posts.get(id)
      if (step.verb === 'repost') {
        if (post !== undefined) this.posts.set(id, { ...post, text: step.text })
        return post !== undefined
      }
      if (post === undefined || found === undefined) return true
      this.posts.delete(id)
      this.#store({ ...found, posts: (found.posts ?? 0) - 1 })
      return true
    }
    if (found === undefined) return false
    const count = step.verb === 'post' ? 1 : 2
    const last = found.lastPost ?? 0
    for (let next = last + 1; next <= last + count; next++) {
      const post = { name: step.name, number: next, text: step.text, author: found.display }
      this.posts.set(`${step.name}/${next}`, post)
    }
    this.#store({ ...found, posts: (found.posts ?? 0) + count, lastPost: last + count })
    return true
  }

  #store(member: Member): void {
    const present = Object.entries(member).filter(([, value]) => value !== undefined)
    this.members.set(member.name, Object.fromEntries(present) as unknown as Member)
    for (const [id, post] of this.posts) {
      if (post.name === member.name) this.posts.set(id, { ...post, author: member.display })
    }
  }

  #isRight(): boolean {
    const members = [...this.members.values()]
    const emails = members.flatMap(({ email }) => email ?? [])
    const nicks = members.flatMap(({ team, nick }) => (team && nick ? `${team}/${nick}` : []))
    const areUnique = [emails, nicks].every((all) => new Set(all).size === all.length)
    return areUnique && members.every((member) => (member.tags?.size ?? 0) <= 2)
  }
}

/** Computes the keys of all expected items from the members and posts, naively. */
function expectedKeys(members: readonly Member[], posts: readonly Post[]): string[] {
  return [
    ...members.flatMap(({ name: who, email, team, nick }) => [
      `MEMBER#${who} MEMBER`,
      `CARD#${who} CARD`,
      ...(email === undefined ? [] : [`EMAIL#${email} EMAIL#${email}`]),
      ...(team && nick ? [`TEAM#${team} NICK#${nick}`] : []),
    ]),
    ...posts.map((post) => `MEMBER#${post.name} POST#${String(post.number).padStart(4, '0')}`),
  ].sort()
}

const worlds: readonly { readonly name: string; readonly adversity?: AdversityOptions }[] = [
  { name: 'when all goes well' },
  {
    name: 'when reads are stale and requests are refused',
    adversity: { staleReads: 0.5, throttling: 0.1, conflicts: 0.1 },
  },
]

async function untilSent<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    try {
      return await send()
    } catch (error) {
      if (!/Throughput|Throttling|Conflict|RequestLimit/.test((error as Error).name)) throw error
    }
  }
}

describe.each(worlds)('constraints under any verbs, $name', ({ adversity }) => {
  let engine: Database
  const entities = { Member: MemberEntity, Post: PostEntity, Card }
  const connect = () =>
    app.connect(engine, { entities, sleep: () => new Promise((done) => setImmediate(done)) })
  let db: ReturnType<typeof connect>

  beforeAll(async () => {
    engine = await createDatabase({ ...(adversity && { adversity }) })
    await untilSent(() => engine.send('CreateTable', createTableInput(app)))
    db = connect()
  })
  afterAll(() => engine.close())

  function request(step: Exclude<Step, { verb: 'swap' }>) {
    const key = { name: step.name }
    switch (step.verb) {
      case 'create':
        return db.Member.create({ ...key, ...(step.rest as Omit<Member, 'name'>) })
      case 'put':
        return db.Member.put({ ...key, ...(step.rest as Omit<Member, 'name'>) })
      case 'upsert':
        return db.Member.upsert({ ...key, ...(step.rest as Omit<Member, 'name'>) })
      case 'update':
        return db.Member.update(key, step.changes as Partial<Member>)
      case 'clear':
        return db.Member.update(key, (one, { remove }) => remove(one[step.attribute]))
      case 'tag':
        return db.Member.update(key, (one, { include }) => include(one.tags, ...step.tags))
      case 'remove':
        return db.Member.remove(key)
      case 'post':
        return db.Post.create({ ...key, text: step.text })
      case 'two posts':
        return db.transact([
          db.Post.create({ ...key, text: step.text }),
          db.Post.create({ ...key, text: step.text }),
        ])
      case 'repost':
        return db.Post.update({ ...key, number: step.number }, { text: step.text })
      case 'unpost':
        return db.Post.remove({ ...key, number: step.number })
    }
  }

  async function send(step: Step): Promise<boolean> {
    if (step.verb !== 'swap') return (await request(step).outcome()).ok
    const one = await db.Member.get({ name: step.name }, { consistent: true })
    const other = await db.Member.get({ name: step.other }, { consistent: true })
    if (one?.email === undefined || other?.email === undefined || one.name === other.name) return false
    const swap = db.transact([
      db.Member.update({ name: one.name }, { email: other.email }, { if: { email: one.email } }),
      db.Member.update({ name: other.name }, { email: one.email }, { if: { email: other.email } }),
    ])
    return (await swap.outcome()).ok
  }

  async function scan() {
    const { Items = [] } = await untilSent(() =>
      engine.send('Scan', { TableName: 'Club', ConsistentRead: true }),
    )
    return Items
  }

  async function empty(): Promise<void> {
    for (const { PK, SK } of await scan()) {
      if (PK === undefined || SK === undefined) continue
      await untilSent(() => engine.send('DeleteItem', { TableName: 'Club', Key: { PK, SK } }))
    }
  }

  /** Reads everything stored as the application sees it, and checks that all of it is consistent. */
  async function readAndCheck() {
    const items = await scan()
    const ofType = (type: string) => items.filter(({ _type }) => _type?.S === type)
    const members: Member[] = []
    for (const { name: who } of ofType('Member')) {
      members.push((await db.Member.get({ name: who?.S ?? '' }, { consistent: true })) as Member)
    }
    const posts: Post[] = []
    for (const { name: who, number: at } of ofType('Post')) {
      const key = { name: who?.S ?? '', number: Number(at?.N) }
      posts.push((await db.Post.get(key, { consistent: true })) as Post)
    }
    expect(items.map(({ PK, SK }) => `${PK?.S} ${SK?.S}`).sort()).toEqual(expectedKeys(members, posts))
    for (const { name: who, display, email, ...member } of members) {
      const own = posts.filter((post) => post.name === who)
      expect(member.posts ?? 0).toBe(own.length)
      for (const post of own) expect(post.author).toBe(display)
      for (const post of own) expect(post.number).toBeLessThanOrEqual(member.lastPost ?? 0)
      const card = await db.Card.get({ name: who }, { consistent: true })
      expect(card).toEqual({ name: who, display, ...(email !== undefined && { email }) })
    }
    for (const post of ofType('Post')) expect(post['GSI1PK']).toEqual({ S: `AUTHOR#${post['author']?.S}` })
    for (const marker of items.filter(({ _type }) => _type?.S?.startsWith('unique:'))) {
      const owner = members.find((member) => `MEMBER#${member.name}` === marker['_owner']?.M?.['PK']?.S)
      expect([`EMAIL#${owner?.email}`, `NICK#${owner?.nick}`]).toContain(marker['SK']?.S)
    }
    return { members, posts }
  }

  it('hold for consecutive verbs, as in a naive model', async () => {
    const steps = fc.array(step, { minLength: 10, maxLength: 25, size: 'max' })
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        await empty()
        const club = new Club()
        for (const one of all) expect([one, await send(one)]).toEqual([one, club.apply(one)])
        const { members, posts } = await readAndCheck()
        expect(new Map(members.map((one) => [one.name, one]))).toEqual(club.members)
        expect(new Map(posts.map((post) => [`${post.name}/${post.number}`, post]))).toEqual(club.posts)
      }),
      { numRuns: draws(25) },
    )
  })

  it('hold with concurrent callers', async () => {
    const caller = fc.array(step, { minLength: 4, maxLength: 8, size: 'max' })
    await fc.assert(
      fc.asyncProperty(fc.array(caller, { minLength: 2, maxLength: 4 }), async (callers) => {
        await empty()
        const call = async (steps: readonly Step[]) => {
          for (const one of steps) {
            // Losing to the other callers twenty times in a row is a refusal like any other.
            await send(one).catch((error: { readonly code?: string }) => {
              if (error.code !== 'CONTENTION') throw error
            })
          }
        }
        await Promise.all(callers.map(call))
        await readAndCheck()
      }),
      { numRuns: draws(25) },
    )
  })
})
