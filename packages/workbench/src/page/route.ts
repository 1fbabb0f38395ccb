/** The screens of a table, in the order of their tabs. */
export const screenNames = ['collections', 'patterns', 'operations', 'heat', 'requests', 'stream'] as const

export type ScreenName = (typeof screenNames)[number]

/** The location within the page. It contains everything that users may want to share by link. */
export interface Route {
  readonly connection?: string | undefined
  readonly table?: string | undefined
  readonly screen: ScreenName
  /** The state of the screen: the index, the filter, the chosen item. */
  readonly params: { readonly [name: string]: string }
}

/** A change of the route: what is absent stays; a parameter that is `undefined` is removed. */
export interface RouteChange {
  readonly connection?: string | undefined
  readonly table?: string | undefined
  readonly screen?: ScreenName | undefined
  readonly params?: { readonly [name: string]: string | undefined }
}

/**
 * Reads a route from the URL's hash: `#/connection/table/screen?index=GSI1`.
 *
 * @example
 * parseRoute('#/local/Shop/patterns?name=orders')
 * // { connection: 'local', table: 'Shop', screen: 'patterns', params: { name: 'orders' } }
 */
export function parseRoute(hash: string): Route {
  const text = hash.replace(/^#?\/?/, '')
  const question = text.indexOf('?')
  const path = question < 0 ? text : text.slice(0, question)
  const [connection, table, screen] = path.split('/').map(decode)
  return {
    connection: connection || undefined,
    table: table || undefined,
    screen: screenNames.find((name) => name === screen) ?? 'collections',
    params: question < 0 ? {} : Object.fromEntries(new URLSearchParams(text.slice(question + 1))),
  }
}

/** Formats the hash of a route; the reverse of `parseRoute`. */
export function formatRoute({ connection, table, screen, params }: Route): string {
  if (connection === undefined) return '#/'
  if (table === undefined) return `#/${encodeURIComponent(connection)}`
  const path = [connection, table, screen].map(encodeURIComponent).join('/')
  const search = new URLSearchParams(params).toString()
  return search === '' ? `#/${path}` : `#/${path}?${search}`
}

/** Applies a change. Parameters belong to a screen and table, and are dropped when either changes. */
export function changeRoute(route: Route, change: RouteChange): Route {
  const connection = 'connection' in change ? change.connection : route.connection
  const moved = connection !== route.connection
  const table = 'table' in change ? change.table : moved ? undefined : route.table
  const screen = change.screen ?? route.screen
  const stays = !moved && table === route.table && screen === route.screen
  const params = new Map(stays ? Object.entries(route.params) : [])
  for (const [name, value] of Object.entries(change.params ?? {})) {
    if (value === undefined) params.delete(name)
    else params.set(name, value)
  }
  return { connection, table, screen, params: Object.fromEntries(params) }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
