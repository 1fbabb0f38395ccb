import { assertSound, check } from '@monotable/model/check'
import { atMost, measure } from '@monotable/model/cost'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Credential, createAccounts } from '../../examples/social/create-accounts.ts'
import { mostServers } from '../../examples/social/create-servers.ts'
import { createSocial, type Social, type SocialDb } from '../../examples/social/create-social.ts'
import { socialModel, social as table } from '../../examples/social/model.ts'
import { sample } from '../../examples/social/sample.ts'
import { backends, type OpenBackend } from '../model/backends.ts'
import { findBroken } from './social/find-broken.ts'

describe('the model of the social network', () => {
  it('is sound, except for the limit on servers, which the application enforces', () => {
    assertSound(socialModel)
    expect(check(socialModel).findings.map(({ code, entity }) => [code, entity])).toEqual([
      ['plan-too-large', 'Membership'],
    ])
  })
})

describe.each(backends)('the social network, $name', ({ name, open }) => {
  let backend: OpenBackend
  let db: SocialDb
  let app: Social
  let now = Date.UTC(2026, 5, 1)
  let lastId = 0
  const context = { now: () => (now += 1_000), newId: () => `id-${String(++lastId).padStart(4, '0')}` }

  beforeAll(async () => {
    backend = await open()
    await backend.createTable(table)
    db = socialModel.connect(backend.client)
    app = createSocial(db, context)
  })
  afterAll(async () => {
    expect(await findBroken(backend.db)).toEqual([])
    await backend.close()
  })

  const email = (id: string): Credential => ({ method: 'EMAIL', id: `${id}@example.com` })
  const signUp = async (username: string) =>
    (await app.accounts.signUp({ username, login: email(username) })).userId
  const code = (promise: Promise<unknown>) =>
    promise.then(
      () => 'done',
      (error: { code?: string }) => error.code,
    )

  describe('likes and stars', () => {
    it('a like counts once for a user and a post, up and down', async () => {
      const [a, b] = [await signUp('like-a'), await signUp('like-b')]
      const { postId } = await app.posts.write({ userId: a, text: 'Hello' })
      expect(await app.posts.react('like', { postId, userId: a })).toBe(true)
      expect(await app.posts.react('like', { postId, userId: a })).toBe(false)
      expect(await app.posts.react('like', { postId, userId: b })).toBe(true)
      expect(await app.posts.react('star', { postId, userId: b })).toBe(true)
      expect(await app.posts.view(postId)).toMatchObject({ likes: 2, stars: 1 })
      expect(await app.posts.retract('like', { postId, userId: a })).toBe(true)
      expect(await app.posts.retract('like', { postId, userId: a })).toBe(false)
      expect(await app.posts.view(postId)).toMatchObject({ likes: 1, stars: 1 })
    })

    it('a missing post cannot be liked, and a missing user cannot like', async () => {
      const userId = await signUp('like-c')
      const { postId } = await app.posts.write({ userId, text: 'Hello' })
      expect(await code(app.posts.react('like', { postId: 'none', userId }))).toBe('no-post')
      expect(await code(app.posts.react('star', { postId, userId: 'none' }))).toBe('no-user')
      expect((await app.posts.view(postId)).stars ?? 0).toBe(0)
    })

    it("a post lists those who like it by name, and a user's likes are listed latest first", async () => {
      const [a, b] = [await signUp('like-d'), await signUp('like-e')]
      const first = await app.posts.write({ userId: a, text: 'one' })
      const second = await app.posts.write({ userId: a, text: 'two' })
      for (const { postId } of [second, first]) await app.posts.react('like', { postId, userId: b })
      await app.posts.react('like', { postId: first.postId, userId: a })
      const fans = await app.posts.fansOf('like', first.postId)
      expect(fans.items.map(({ username }) => username)).toEqual(['like-d', 'like-e'])
      const liked = await app.posts.favouritesOf('like', b)
      // Sorted by when they were liked, not by when they were written: the index has keys of its own.
      expect(liked.items.map(({ text, likes }) => [text, likes])).toEqual([
        ['one', 2],
        ['two', 1],
      ])
      const written = await app.posts.postsOf(a)
      expect(written.items.map(({ text }) => text)).toEqual(['two', 'one'])
      expect((await app.posts.favouritesOf('star', b)).items).toEqual([])
    })

    it('concurrent likes and retractions leave the right count', async () => {
      const users = await Promise.all(Array.from({ length: 12 }, (_, at) => signUp(`crowd-${at}`)))
      const { postId } = await app.posts.write({ userId: users[0] ?? '', text: 'Popular' })
      const twice = [...users, ...users].map((userId) => app.posts.react('like', { postId, userId }))
      expect((await Promise.all(twice)).filter(Boolean)).toHaveLength(12)
      expect((await app.posts.view(postId)).likes).toBe(12)
      const back = users
        .slice(0, 5)
        .flatMap((userId) => [userId, userId].map((userId) => app.posts.retract('like', { postId, userId })))
      expect((await Promise.all(back)).filter(Boolean)).toHaveLength(5)
      expect((await app.posts.view(postId)).likes).toBe(7)
    })
  })

  describe('members of servers', () => {
    it('both sides are counted and listed; joining twice is the same as joining once', async () => {
      const [a, b] = [await signUp('member-a'), await signUp('member-b')]
      const { serverId } = await app.servers.create({ name: 'Gaming', ownerId: a })
      const music = await app.servers.create({ name: 'Music', ownerId: b })
      expect(await app.servers.join({ serverId, userId: b })).toBe(true)
      expect(await app.servers.join({ serverId, userId: b })).toBe(false)
      const { items } = await app.servers.membersOf(serverId)
      expect(items.map(({ username, role }) => [username, role])).toEqual([
        ['member-a', 'owner'],
        ['member-b', 'member'],
      ])
      expect(await app.servers.serversOf(b)).toEqual([
        { serverId, name: 'Gaming', members: 2, role: 'member' },
        { serverId: music.serverId, name: 'Music', members: 1, role: 'owner' },
      ])
      expect(await app.servers.leave({ serverId, userId: b })).toBe(true)
      expect(await app.servers.leave({ serverId, userId: b })).toBe(false)
      expect((await db.Server.get({ serverId }))?.members).toBe(1)
      expect((await app.accounts.view(b)).user.servers).toBe(1)
    })

    it('a renamed user has the new name in every server at once', async () => {
      const userId = await signUp('member-c')
      const servers = await Promise.all(
        ['One', 'Two', 'Three'].map((name) => app.servers.create({ name, ownerId: userId })),
      )
      await app.accounts.rename(userId, 'member-C2')
      for (const { serverId } of servers) {
        const { items } = await app.servers.membersOf(serverId)
        expect(items.map(({ username }) => username)).toEqual(['member-C2'])
      }
      expect((await app.accounts.findByName('MEMBER-c2'))?.userId).toBe(userId)
      expect(await app.accounts.findByName('member-c')).toBeUndefined()
    })

    it('renaming a server costs the same however many members it has', async () => {
      const owner = await signUp('member-d')
      const { serverId } = await app.servers.create({ name: 'Small', ownerId: owner })
      const rename = (name: string) =>
        measure(db, (db) => createSocial(db, context).servers.rename(serverId, name))
      const { units: small } = await rename('Big')
      for (let at = 0; at < 20; at++) {
        await app.servers.join({ serverId, userId: await signUp(`member-d${at}`) })
      }
      const { units: big } = await rename('Bigger')
      expect(big.write).toBe(small.write)
      expect(await code(app.servers.create({ name: 'BIGGER', ownerId: owner }))).toBe('server-name-taken')
    })

    it('refusals say what is missing', async () => {
      const userId = await signUp('member-e')
      const { serverId } = await app.servers.create({ name: 'Refusals', ownerId: userId })
      expect(await code(app.servers.join({ serverId: 'none', userId }))).toBe('no-server')
      expect(await code(app.servers.join({ serverId, userId: 'none' }))).toBe('no-user')
      expect(await code(app.servers.create({ name: 'Nobody', ownerId: 'none' }))).toBe('no-user')
      expect(await code(app.servers.rename('none', 'Nothing'))).toBe('no-server')
    })

    // Reaching the limit takes hundreds of requests, and the result is the same on every backend.
    if (name === 'embedded') {
      it('a user can be in only as many servers as one rename can update', async () => {
        const [userId, owner] = [await signUp('member-f'), await signUp('member-g')]
        const join = async (at: number) => {
          const serverId = `many-${at}`
          await db.Server.create({ serverId, name: serverId })
          await app.servers.join({ serverId, userId })
        }
        for (let at = 0; at < mostServers; at++) await join(at)
        const { serverId } = await app.servers.create({ name: 'One more', ownerId: owner })
        expect(await code(app.servers.join({ serverId, userId }))).toBe('too-many-servers')
        expect(await code(app.servers.create({ name: 'My own', ownerId: userId }))).toBe('too-many-servers')
        await app.accounts.rename(userId, 'member-everywhere')
        const { items } = await app.servers.membersOf('many-0')
        expect(items[0]?.username).toBe('member-everywhere')
      })
    }
  })

  describe('several logins', () => {
    it('all lead to one user', async () => {
      const userId = await signUp('login-a')
      expect(await app.accounts.link(userId, { method: 'GOOGLE', id: 'DEAD' })).toBe(true)
      expect(await app.accounts.link(userId, { method: 'GOOGLE', id: 'DEAD' })).toBe(false)
      await app.accounts.link(userId, { method: 'APPLE', id: 'DEAD' })
      for (const login of [
        { method: 'EMAIL', id: ' Login-A@Example.com' },
        { method: 'GOOGLE', id: 'DEAD' },
        { method: 'APPLE', id: 'DEAD' },
      ] as const) {
        expect(await app.accounts.signIn(login)).toMatchObject({ userId, username: 'login-a', logins: 3 })
      }
      expect(await app.accounts.signIn({ method: 'STEAM', id: 'DEAD' })).toBeUndefined()
      const { logins } = await app.accounts.view(userId)
      expect(logins.map(({ method }) => method)).toEqual(['APPLE', 'EMAIL', 'GOOGLE'])
    })

    it('a login belongs to one user, and so does a name', async () => {
      const [a, b] = [await signUp('login-b'), await signUp('login-c')]
      await app.accounts.link(a, { method: 'STEAM', id: 'F00D' })
      expect(await code(app.accounts.link(b, { method: 'STEAM', id: 'F00D' }))).toBe('login-taken')
      expect(await code(app.accounts.link('none', { method: 'STEAM', id: 'BEEF' }))).toBe('no-user')
      const again = (username: string, login: Credential) => code(app.accounts.signUp({ username, login }))
      expect(await again('login-d', email('login-b'))).toBe('login-taken')
      expect(await again('LOGIN-B', email('login-d'))).toBe('username-taken')
      expect(await code(app.accounts.rename(b, 'Login-B'))).toBe('username-taken')
      expect(await app.accounts.signIn(email('login-d'))).toBeUndefined()
    })

    it('a name can change its case', async () => {
      const userId = await signUp('login-case')
      await app.accounts.rename(userId, 'Login-Case')
      expect(await app.accounts.findByName('login-case')).toMatchObject({ userId, username: 'Login-Case' })
    })

    it('an unlinked login leads to no user and is free; the last one cannot be unlinked', async () => {
      const [a, b] = [await signUp('login-e'), await signUp('login-f')]
      const google = { method: 'GOOGLE', id: 'CAFE' } as const
      expect(await code(app.accounts.unlink(a, email('login-e')))).toBe('last-login')
      await app.accounts.link(a, google)
      expect(await code(app.accounts.unlink(b, google))).toBe('no-login')
      await app.accounts.unlink(a, google)
      expect(await app.accounts.signIn(google)).toBeUndefined()
      expect(await app.accounts.link(b, google)).toBe(true)
      expect(await code(app.accounts.unlink(a, email('login-e')))).toBe('last-login')
    })

    it('of the last two logins, unlinked at the same time, one remains', async () => {
      const userId = await signUp('login-g')
      const apple = { method: 'APPLE', id: 'BABE' } as const
      await app.accounts.link(userId, apple)
      const codes = await Promise.all(
        [email('login-g'), apple].map((login) => code(app.accounts.unlink(userId, login))),
      )
      expect(codes.toSorted()).toEqual(['done', 'last-login'])
      expect((await app.accounts.view(userId)).logins).toHaveLength(1)
    })

    it('signing in takes two reads by key', async () => {
      await signUp('login-h')
      const user = await atMost({ read: 1.5, write: 0 }, db, (db) =>
        createAccounts(db, context).signIn(email('login-h')),
      )
      expect(user?.username).toBe('login-h')
    })
  })

  describe('the cookie clicker', () => {
    it('a click costs one unit, however big the game is', async () => {
      const userId = await signUp('baker')
      await app.bakery.start(userId, 'x'.repeat(20_000))
      const { value, units } = await measure(db, async (db) => {
        const { bakery } = createSocial(db, context)
        await Promise.all([bakery.click(userId), bakery.click(userId), bakery.click(userId, 3)])
        return await bakery.click(userId)
      })
      expect([value, units.write]).toEqual([6, 4])
      await app.bakery.save(userId, 'saved')
      // Starting again keeps the saved game.
      await app.bakery.start(userId, '')
      expect(await app.bakery.load(userId)).toEqual({ state: 'saved', clicks: 6 })
      expect(await code(app.bakery.click('none'))).toBe('no-game')
      expect(await code(app.bakery.start('none', ''))).toBe('no-user')
    })
  })
})

it('the sample data is as the application would have created it', async () => {
  const backend = await backends[0]?.open()
  if (backend === undefined) return
  await backend.createTable(table)
  await sample.load(backend.client, { nowMs: 0 })
  expect(await findBroken(backend.db)).toEqual([])
  const { posts } = createSocial(socialModel.connect(backend.client), { now: Date.now, newId: () => '' })
  const first = await posts.fansOf('like', '0001')
  expect([first.items.length, first.next === undefined]).toEqual([20, false])
  // As in the README.
  expect(await posts.react('like', { postId: '0004', userId: '9' })).toBe(true)
  const { items } = await posts.favouritesOf('like', '9')
  expect(items[0]?.text).toBe('Saturn is up after ten, low in the south.')
  await backend.close()
})
