import { createPort, type ModelClient, type Port } from '@monotable/model'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Credential } from '../../examples/social/create-accounts.ts'
import { createSocial, type Social } from '../../examples/social/create-social.ts'
import { socialModel, social as table } from '../../examples/social/model.ts'
import { draws } from '../draws.ts'
import { backends } from '../model/backends.ts'
import { findBroken } from './social/find-broken.ts'
import {
  lastWord,
  logins,
  postIds,
  type SocialStep,
  serverIds,
  socialStep,
  takeSteps,
} from './social/social-steps.ts'

const userIds = ['u0', 'u1', 'u2'] as const

/** The steps of each user; all users act at the same time. */
const everybody = fc.tuple(...userIds.map(() => fc.array(socialStep, { maxLength: 8 })))

/** Users who only take steps that compete with those of the others. */
const rivals = fc.tuple(
  ...userIds.map(() =>
    fc.array(
      socialStep.filter(({ kind }) => kind === 'link' || kind === 'unlink' || kind === 'rename'),
      { minLength: 3, maxLength: 10 },
    ),
  ),
)

describe.each(backends.slice(0, 2))('users who act at the same time, $name', ({ name, open }) => {
  const isEmbedded = name === 'embedded'

  it.each([
    ['counts, copies and doors are right in the end', everybody],
    ['what all want is one user’s', rivals],
  ])('%s', async (_, wishes) => {
    const property = fc.asyncProperty(fc.scheduler(), wishes, async (scheduler, wished) => {
      const backend = await open()
      try {
        await backend.createTable(table)
        await prepare(backend.client)
        // The scheduler delays every request, so that requests of different users interleave in any order.
        const mixed = isEmbedded ? inAnyOrder(backend.client, scheduler) : backend.client
        const app = connect(mixed)
        const all = Promise.all(wished.map((steps, at) => takeSteps(app, userIds[at] as string, steps)))
        await (isEmbedded ? scheduler.waitFor(all) : all)
        expect(await findBroken(backend.db)).toEqual([])
        await compare(connect(backend.client), wished)
      } finally {
        await backend.close()
      }
    })
    await fc.assert(property, { numRuns: draws(isEmbedded ? 25 : 4) })
  })
})

function connect(client: ModelClient | Port): Social {
  let lastId = 0
  // Skips the waits between retries.
  const db = socialModel.connect(client, { sleep: async () => {} })
  return createSocial(db, { now: () => ++lastId, newId: () => `new-${++lastId}` })
}

function inAnyOrder(client: ModelClient, scheduler: fc.Scheduler): Port {
  const port = createPort(client)
  return {
    send: async (operation, input) => {
      await scheduler.schedule(Promise.resolve(), operation)
      return await port.send(operation, input)
    },
  }
}

async function prepare(client: ModelClient): Promise<void> {
  const db = socialModel.connect(client)
  await db.transact(
    userIds.flatMap((userId, at) => [
      db.User.create({ userId, username: userId }),
      db.Login.create({ userId, ...(logins[at] as Credential), linkedAt: new Date(0) }),
    ]),
  )
  await db.transact([
    ...postIds.map((postId) => db.Post.create({ postId, userId: 'u0', text: '', createdAt: new Date(0) })),
    ...serverIds.map((serverId) => db.Server.create({ serverId, name: serverId })),
  ])
}

/** Checks likes and memberships, which only the user can change: the last step decides. */
async function compare(app: Social, wished: readonly (readonly SocialStep[])[]): Promise<void> {
  for (const [at, steps] of wished.entries()) {
    const userId = userIds[at] as string
    const likes = await app.posts.favouritesOf('like', userId)
    const stars = await app.posts.favouritesOf('star', userId)
    const servers = await app.servers.serversOf(userId)
    const found = [
      ...likes.items.map(({ postId }) => `like ${postId}`),
      ...stars.items.map(({ postId }) => `star ${postId}`),
      ...servers.map(({ serverId }) => `in ${serverId}`),
    ]
    expect(found.sort()).toEqual(lastWord(steps))
    const { logins: own } = await app.accounts.view(userId)
    for (const login of own) expect((await app.accounts.signIn(login))?.userId).toBe(userId)
  }
}
