import { model, shape, table } from '@monotable/model'

/*
 * The cookie clicker in two layouts: clicks in the game's own item, and in an item of their own. If the game is also in
 * indexes (such as for lists of the best and of the latest games), every click writes to them, too.
 */

export const cookies = table('Cookies', {
  key: { pk: 'PK', sk: 'SK' },
  indexes: { GSI1: { pk: 'GSI1PK', sk: 'GSI1SK' }, GSI2: { pk: 'GSI2PK', sk: 'GSI2SK' } },
})

interface Bakery {
  readonly game: string
  readonly state: string
}

/** The game's keys in two indexes. */
const indexed = {
  GSI1: { pk: 'LEAGUE#{game}', sk: 'GAME' },
  GSI2: { pk: 'COUNTRY#{game}', sk: 'GAME' },
} as const

/** The clicks are in the game. */
export const Whole = cookies.entity('Whole', {
  schema: shape<Bakery & { readonly clicks: number }>(),
  key: { pk: 'WHOLE#{game}', sk: '#METADATA' },
  allow: ['large'],
})

/** The clicks are in the game, which is in two indexes. */
export const Listed = cookies.entity('Listed', {
  schema: shape<Bakery & { readonly clicks: number }>(),
  key: { pk: 'LISTED#{game}', sk: '#METADATA' },
  index: indexed,
  allow: ['large', 'copies'],
})

/** The game without its clicks, in the same two indexes. */
export const Game = cookies.entity('Game', {
  schema: shape<Bakery>(),
  key: { pk: 'SPLIT#{game}', sk: '#METADATA' },
  index: indexed,
  allow: ['large', 'copies'],
})

/** The clicks, in no index. */
export const Stats = cookies.entity('Stats', {
  schema: shape<{ readonly game: string; readonly clicks: number }>(),
  key: { pk: 'SPLIT#{game}', sk: '#METADATA#STATS' },
})

export const cookieModel = model({
  entities: { Whole, Listed, Game, Stats },
  patterns: {
    split: cookies.collect('primary', { game: Game.one(), stats: Stats.one() }),
  },
})
