import { model, shape, table } from '@monotable/model'
import { relations } from '@monotable/model/relations'

/*
 * People, what they write and like, the servers that they are in, and the ways in which they log in: one table with one
 * index, whose keys mean something different for each entity.
 */

export interface UserShape {
  readonly userId: string
  /** Unique, ignoring case. It can change. */
  readonly username: string
  /** The number of servers that the user is in; counted with the memberships. */
  readonly servers?: number
  /** The number of ways to log in; counted with them. */
  readonly logins?: number
}

/** The item that finds a user by name. */
export interface NameShape {
  readonly username: string
  readonly userId: string
}

export type LoginMethod = 'EMAIL' | 'GOOGLE' | 'APPLE' | 'STEAM'

/** A way to log in, as listed for its user. */
export interface LoginShape {
  readonly userId: string
  readonly method: LoginMethod
  /** What identifies the user for the method: an e-mail address, an id at Google. Unique among users. */
  readonly id: string
  readonly linkedAt: Date
}

/** The same way to log in, found by method and id. */
export interface DoorShape {
  readonly method: LoginMethod
  readonly id: string
  readonly userId: string
}

export interface PostShape {
  /** Sorts by its time of creation. */
  readonly postId: string
  readonly userId: string
  readonly text: string
  readonly createdAt: Date
  readonly likes?: number
  readonly stars?: number
}

/** A like or a star of a user for a post. */
export interface ReactionShape {
  readonly postId: string
  readonly userId: string
  readonly at: Date
}

export interface ServerShape {
  readonly serverId: string
  /** Unique among servers. It can change. */
  readonly name: string
  readonly members?: number
}

export interface MembershipShape {
  readonly serverId: string
  readonly userId: string
  readonly role: 'owner' | 'member'
  /** The user's current name. The server's name is not copied: it would have to be changed in every membership. */
  readonly username?: string
}

export interface GameShape {
  readonly userId: string
  /** The state of the bakery in the cookie clicker: some kilobytes. */
  readonly state: string
}

export interface ClicksShape {
  readonly userId: string
  readonly clicks: number
}

export const social = table('Social', {
  key: { pk: 'PK', sk: 'SK' },
  indexes: { GSI1: { pk: 'GSI1PK', sk: 'GSI1SK' } },
  relations,
})

export const Name = social.entity('Name', {
  schema: shape<NameShape>({ username: 'S', userId: 'S' }),
  key: { pk: 'NAME#{username:lower}', sk: 'NAME' },
  describe: 'A user, found by the name',
})

export const User = social.entity('User', {
  schema: shape<UserShape>({ userId: 'S', username: 'S', servers: 'N', logins: 'N' }),
  key: { pk: 'USER#{userId}', sk: '#METADATA' },
  // Changes with the name, in one transaction. As two users cannot share this item, names are unique.
  copies: { name: { to: Name, attributes: ['userId'] } },
})

export const Door = social.entity('Door', {
  schema: shape<DoorShape>({ method: 'S', id: 'S', userId: 'S' }),
  key: { pk: 'DOOR#{method}#{id}', sk: 'DOOR' },
  describe: 'A login, found by its method and id',
})

export const Login = social.entity('Login', {
  schema: shape<LoginShape>({ userId: 'S', method: 'S', id: 'S', linkedAt: 'S' }),
  key: { pk: 'USER#{userId}', sk: 'LOGIN#{method}#{id}' },
  stored: { linkedAt: 'date' },
  belongsTo: { user: { entity: User, mustExist: true, count: 'logins' } },
  // Created and removed with the login, in one transaction. Two logins cannot share it.
  copies: { door: { to: Door, attributes: ['userId'] } },
  describe: 'A login, beside its user',
})

export const Post = social.entity('Post', {
  schema: shape<PostShape>({
    postId: 'S',
    userId: 'S',
    text: 'S',
    createdAt: 'S',
    likes: 'N',
    stars: 'N',
  }),
  key: { pk: 'POST#{postId}', sk: '#METADATA' },
  index: { GSI1: { pk: 'USER#{userId}', sk: 'POST#{postId}' } },
  stored: { createdAt: 'date' },
  belongsTo: { author: { entity: User, mustExist: true } },
})

// The key makes a like unique: there is one for a user and a post, or none.
export const Like = social.entity('Like', {
  schema: shape<ReactionShape>({ postId: 'S', userId: 'S', at: 'S' }),
  key: { pk: 'POST#{postId}', sk: 'LIKE#{userId}' },
  index: { GSI1: { pk: 'USER#{userId}', sk: 'LIKE#{at:iso}#{postId}' } },
  stored: { at: 'date' },
  belongsTo: {
    post: { entity: Post, mustExist: true, count: 'likes' },
    user: { entity: User, mustExist: true },
  },
})

export const Star = social.entity('Star', {
  schema: shape<ReactionShape>({ postId: 'S', userId: 'S', at: 'S' }),
  key: { pk: 'POST#{postId}', sk: 'STAR#{userId}' },
  index: { GSI1: { pk: 'USER#{userId}', sk: 'STAR#{at:iso}#{postId}' } },
  stored: { at: 'date' },
  belongsTo: {
    post: { entity: Post, mustExist: true, count: 'stars' },
    user: { entity: User, mustExist: true },
  },
})

export const Server = social.entity('Server', {
  schema: shape<ServerShape>({ serverId: 'S', name: 'S', members: 'N' }),
  key: { pk: 'SERVER#{serverId}', sk: '#METADATA' },
  unique: { name: 'SERVERNAME#{name:lower}' },
})

export const Membership = social.entity('Membership', {
  schema: shape<MembershipShape>({ serverId: 'S', userId: 'S', role: 'S', username: 'S' }),
  key: { pk: 'SERVER#{serverId}', sk: 'USER#{userId}' },
  // Keys of the index's own, as only memberships need the two sides swapped.
  index: { GSI1: { pk: 'USER#{userId}', sk: 'SERVER#{serverId}' } },
  belongsTo: {
    server: { entity: Server, mustExist: true, count: 'members' },
    // Nobody is in more servers than one transaction can change: `mostServers` in create-servers.ts.
    user: {
      entity: User,
      mustExist: true,
      count: 'servers',
      copy: { username: 'username' },
      find: 'GSI1',
    },
  },
})

export const Game = social.entity('Game', {
  schema: shape<GameShape>({ userId: 'S', state: 'S' }),
  key: { pk: 'USER#{userId}', sk: '#GAME' },
  belongsTo: { user: { entity: User, mustExist: true } },
  expect: { itemBytes: 4_400 },
})

// Separate from the game: a click is one unit, however big the game is.
export const Clicks = social.entity('Clicks', {
  schema: shape<ClicksShape>({ userId: 'S', clicks: 'N' }),
  key: { pk: 'USER#{userId}', sk: '#GAME#CLICKS' },
})

/** The items of the application, and the patterns that read them. */
export const socialModel = model({
  entities: { User, Name, Login, Door, Post, Like, Star, Server, Membership, Game, Clicks },
  patterns: {
    account: social.collect(
      'primary',
      { user: User.one(), logins: Login.many() },
      { describe: 'A user and the ways to log in', expect: { items: 4, perSecond: 5 } },
    ),
    postsOf: Post.query('GSI1', {
      order: 'newest',
      page: 20,
      describe: 'What a user has written, the newest first',
      expect: { perSecond: 20 },
    }),
    likesOf: Like.query('primary', {
      page: 20,
      describe: 'Who likes a post',
      expect: { perSecond: 20 },
    }),
    starsOf: Star.query('primary', {
      page: 20,
      describe: 'Who has put a star on a post',
      expect: { perSecond: 5 },
    }),
    likedBy: Like.query('GSI1', {
      order: 'newest',
      page: 20,
      describe: 'What a user has liked, the latest first',
      expect: { perSecond: 10 },
    }),
    starredBy: Star.query('GSI1', {
      order: 'newest',
      page: 20,
      describe: 'What a user has put a star on, the latest first',
      expect: { perSecond: 10 },
    }),
    membersOf: Membership.query('primary', {
      page: 50,
      describe: 'The members of a server, with their names',
      expect: { perSecond: 10 },
    }),
    serversOf: Membership.query('GSI1', {
      describe: 'The servers that a user is in',
      expect: { items: 10, perSecond: 50 },
    }),
    bakery: social.collect(
      'primary',
      { game: Game.one(), clicks: Clicks.one() },
      { describe: 'A game and its clicks', expect: { items: 2, perSecond: 10 } },
    ),
  },
})
