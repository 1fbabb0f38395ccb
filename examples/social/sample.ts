import type { Sample } from '@monotable/workbench'
import { type LoginMethod, socialModel } from './model.ts'

/** Users are named after minerals. */
export const minerals = [
  ...['agate', 'amber', 'basalt', 'beryl', 'calcite', 'citrine', 'dolomite', 'feldspar'],
  ...['flint', 'fluorite', 'garnet', 'gneiss', 'jade', 'jasper', 'malachite', 'mica'],
  ...['obsidian', 'olivine', 'onyx', 'opal', 'pyrite', 'quartz', 'slate', 'topaz'],
]

const serverNames = ['Allotment', 'Bicycle kitchen', 'Chess at lunch', 'Night sky', 'Sourdough', 'Trail maps']

const texts = [
  'The first tomatoes are ripe.',
  'Does anybody have a spare chain tool?',
  'Mate in three, and I did not see it.',
  'Saturn is up after ten, low in the south.',
  'Day 4: the starter has doubled.',
  'The bridge at the mill is open again.',
  'Swapping seedlings on Saturday.',
  'Who takes the black pieces tomorrow?',
]

const others: readonly LoginMethod[] = ['GOOGLE', 'APPLE', 'STEAM']
const firstPostMs = Date.UTC(2026, 3, 1, 7)
const minuteMs = 60_000

/** Returns what each user has and does, by position: the same in every run. */
export function socialData() {
  const users = minerals.map((username, at) => ({ userId: userIdOf(at), username }))
  const logins = users.flatMap(({ userId, username }, at) => {
    const linkedAt = new Date(firstPostMs - (at + 1) * 1_440 * minuteMs)
    const more = others
      .slice(0, at % 4)
      .map((method) => ({ method, id: `${method.toLowerCase()}-${1_000 + at * 7}` }))
    return [{ method: 'EMAIL' as const, id: `${username}@example.com` }, ...more].map((login) => ({
      userId,
      ...login,
      linkedAt,
    }))
  })
  const posts = Array.from({ length: 40 }, (_, at) => ({
    postId: `${String(at + 1).padStart(4, '0')}`,
    userId: userIdOf((at * 5) % users.length),
    text: texts[at % texts.length] ?? '',
    createdAt: new Date(firstPostMs + at * 97 * minuteMs),
  }))
  const servers = serverNames.map((name, at) => ({ serverId: String(at + 1), name }))
  return { users, logins, posts, servers }
}

/** Returns who likes a post: some posts nobody, the first one all users, so that there are several pages. */
function fansOf(at: number): number[] {
  if (at === 0) return minerals.map((_, user) => user)
  return minerals.map((_, user) => user).filter((user) => (user * 7 + at * 11) % 13 < at % 5)
}

export const sample: Sample = {
  name: 'social',
  title: 'Social network',
  description: 'Users with several logins, posts that are liked and starred, members of servers: Social.',
  model: socialModel,
  load: async (client) => {
    const db = socialModel.connect(client)
    const { users, logins, posts, servers } = socialData()
    for (const user of users) {
      const own = logins.filter(({ userId }) => userId === user.userId)
      await db.transact([db.User.create(user), ...own.map((login) => db.Login.create(login))])
    }
    for (const [at, post] of posts.entries()) {
      const likes = fansOf(at).map((user) => ({
        postId: post.postId,
        userId: userIdOf(user),
        at: new Date(post.createdAt.getTime() + (user + 1) * minuteMs),
      }))
      await db.transact([
        db.Post.create(post),
        ...likes.map((like) => db.Like.create(like)),
        ...likes.filter((_, number) => number % 4 === 0).map((star) => db.Star.create(star)),
      ])
    }
    for (const [at, server] of servers.entries()) {
      const members = users.filter((_, user) => at === 0 || (user + at) % (at + 1) === 0)
      const membership = ({ userId }: { userId: string }, number: number) =>
        db.Membership.create({
          serverId: server.serverId,
          userId,
          role: number === 0 ? 'owner' : 'member',
        })
      await db.transact([db.Server.create(server), ...members.map(membership)])
    }
    const [player] = users
    if (player === undefined) return
    await db.transact([
      db.Game.create({ userId: player.userId, state: 'oven;'.repeat(880) }),
      db.Clicks.create({ userId: player.userId, clicks: 24_600 }),
    ])
  },
}

function userIdOf(at: number): string {
  return String(at + 1)
}
