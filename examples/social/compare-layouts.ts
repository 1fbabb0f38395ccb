import type { ModelClient, Units } from '@monotable/model'
import { measure } from '@monotable/model/cost'
import { cookieModel } from './cookie-model.ts'

/** The cost of one layout at one size of the game. */
export interface LayoutCost {
  readonly sizeKb: number
  readonly layout: LayoutName
  /** For all clicks. */
  readonly clickWrite: number
  /** For reading the game with its clicks, and the clicks alone. */
  readonly loadRead: number
  readonly countRead: number
  /** For saving the game. */
  readonly saveWrite: number
}

export type LayoutName = 'in the item' | 'in the item, two indexes' | 'apart'

export interface CompareOptions {
  readonly clicks: number
  readonly sizesKb: readonly number[]
}

type CookieDb = ReturnType<typeof cookieModel.connect>

/** The same actions on a game, in any layout. */
interface Layout {
  readonly name: LayoutName
  create(db: CookieDb, game: string, state: string): Promise<unknown>
  click(db: CookieDb, game: string): Promise<unknown>
  load(db: CookieDb, game: string): Promise<number | undefined>
  count(db: CookieDb, game: string): Promise<number | undefined>
  save(db: CookieDb, game: string, state: string): Promise<unknown>
}

const quiet = { returning: 'none' } as const

const layouts: readonly Layout[] = [
  wholeLayout('in the item', 'Whole'),
  wholeLayout('in the item, two indexes', 'Listed'),
  {
    name: 'apart',
    create: async (db, game, state) =>
      await db.transact([db.Game.create({ game, state }), db.Stats.create({ game, clicks: 0 })]),
    click: async (db, game) =>
      await db.Stats.update({ game }, ({ clicks }, { add }) => add(clicks, 1), quiet),
    load: async (db, game) => (await db.q.split({ game })).stats?.clicks,
    count: async (db, game) => (await db.Stats.get({ game }))?.clicks,
    save: async (db, game, state) => await db.Game.update({ game }, { state }, quiet),
  },
]

function wholeLayout(name: LayoutName, entity: 'Whole' | 'Listed'): Layout {
  return {
    name,
    create: async (db, game, state) => await db[entity].create({ game, state, clicks: 0 }),
    click: async (db, game) =>
      await db[entity].update({ game }, ({ clicks }, { add }) => add(clicks, 1), quiet),
    load: async (db, game) => (await db[entity].get({ game }))?.clicks,
    // Selecting attributes does not make it cheaper: the item is read as a whole.
    count: async (db, game) => (await db[entity].get({ game }, { select: ['clicks'] }))?.clicks,
    save: async (db, game, state) => await db[entity].update({ game }, { state }, quiet),
  }
}

/** Keys, names and clicks are part of the size, so that a game of 4 KB is one of 4 units. */
const overheadBytes = 256

/** Plays the cookie clicker in every layout, with games of several sizes, and returns the units used. */
export async function compareLayouts(
  client: ModelClient,
  { clicks, sizesKb }: CompareOptions,
): Promise<readonly LayoutCost[]> {
  const db = cookieModel.connect(client)
  const costs: LayoutCost[] = []
  for (const sizeKb of sizesKb) {
    for (const layout of layouts) costs.push(await play(db, layout, { clicks, sizeKb }))
  }
  return costs
}

async function play(
  db: CookieDb,
  layout: Layout,
  { clicks, sizeKb }: { readonly clicks: number; readonly sizeKb: number },
): Promise<LayoutCost> {
  const game = `${sizeKb}-kb`
  const state = 'cookies '.repeat((sizeKb * 1_024 - overheadBytes) / 8)
  const unitsOf = async (act: (db: CookieDb) => Promise<unknown>): Promise<Units> =>
    (await measure(db, act)).units
  await layout.create(db, game, state)
  const clicked = await unitsOf(async (db) => {
    for (let at = 0; at < clicks; at++) await layout.click(db, game)
  })
  const loaded = await unitsOf((db) => layout.load(db, game))
  const counted = await unitsOf((db) => layout.count(db, game))
  const saved = await unitsOf((db) => layout.save(db, game, state.toUpperCase()))
  return {
    sizeKb,
    layout: layout.name,
    clickWrite: clicked.write,
    loadRead: loaded.read,
    countRead: counted.read,
    saveWrite: saved.write,
  }
}
