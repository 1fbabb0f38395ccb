import type { ItemOf } from '@monotable/model'
import { noUser } from './create-accounts.ts'
import type { SocialContext, SocialDb } from './create-social.ts'
import type { Post } from './model.ts'
import { SocialError } from './social-error.ts'

export type PostItem = ItemOf<typeof Post>

/** What a user does to a post. */
export type Reaction = 'like' | 'star'

export interface ReactionKey {
  readonly postId: string
  readonly userId: string
}

/** A page of a list. */
export interface ListPage<Item> {
  readonly items: readonly Item[]
  /** The cursor of the next page; `undefined` on the last one. */
  readonly next: string | undefined
}

/** Posts, and the users who like them. */
export interface Posts {
  write(post: { readonly userId: string; readonly text: string }): Promise<PostItem>
  view(postId: string): Promise<PostItem>
  postsOf(userId: string, cursor?: string): Promise<ListPage<PostItem>>
  /** Likes or stars a post, once; `false` when the user has done so already. */
  react(kind: Reaction, key: ReactionKey): Promise<boolean>
  /** Takes a reaction back; `false` when there is none. */
  retract(kind: Reaction, key: ReactionKey): Promise<boolean>
  /** Returns who likes a post: one query, and the names by batch. */
  fansOf(
    kind: Reaction,
    postId: string,
    cursor?: string,
  ): Promise<ListPage<{ userId: string; username: string }>>
  /** Returns what a user likes, latest first: one query of the index, and the posts by batch. */
  favouritesOf(kind: Reaction, userId: string, cursor?: string): Promise<ListPage<PostItem>>
}

export function createPosts(db: SocialDb, { now, newId }: SocialContext): Posts {
  const kinds = {
    like: { verbs: db.Like, ofPost: db.q.likesOf, byUser: db.q.likedBy },
    star: { verbs: db.Star, ofPost: db.q.starsOf, byUser: db.q.starredBy },
  } as const

  return {
    write: async ({ userId, text }) => {
      const post = { postId: newId(), userId, text, createdAt: new Date(now()) }
      const outcome = await db.Post.create(post).outcome()
      if (outcome.ok) return outcome.value
      throw noUser(userId)
    },

    view: async (postId) => {
      const post = await db.Post.get({ postId })
      if (post === undefined) throw noPost(postId)
      return post
    },

    postsOf: async (userId, cursor) => {
      const { items, next } = await db.q.postsOf({ userId }, { cursor })
      return { items, next }
    },

    react: async (kind, key) => {
      const outcome = await kinds[kind].verbs.create({ ...key, at: new Date(now()) }).outcome()
      if (outcome.ok) return true
      if (outcome.reason === 'exists') return false
      throw outcome.reason === 'parent' && outcome.relation === 'user'
        ? noUser(key.userId)
        : noPost(key.postId)
    },

    retract: async (kind, { postId, userId }) => {
      const old = await kinds[kind].verbs.remove({ postId, userId }, { returning: 'old' })
      return old !== undefined
    },

    fansOf: async (kind, postId, cursor) => {
      const { items, next } = await kinds[kind].ofPost({ postId }, { cursor })
      const users = await db.batch.get(items.map(({ userId }) => db.User.get({ userId })))
      return { items: present(users).map(({ userId, username }) => ({ userId, username })), next }
    },

    favouritesOf: async (kind, userId, cursor) => {
      const { items, next } = await kinds[kind].byUser({ userId }, { cursor })
      const posts = await db.batch.get(items.map(({ postId }) => db.Post.get({ postId })))
      return { items: present(posts), next }
    },
  }
}

function present<Value>(values: readonly (Value | undefined)[]): Value[] {
  return values.filter((value) => value !== undefined)
}

function noPost(postId: string): SocialError {
  return new SocialError('no-post', `There is no post ${postId}.`)
}
