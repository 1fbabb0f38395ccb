import {
  changeRoute,
  formatRoute,
  parseRoute,
  type Route,
  type RouteChange,
  type ScreenName,
} from './route.ts'
import { Store } from './store.ts'

export type Navigate = (change: RouteChange, how?: { readonly replace?: boolean }) => void

/** The current route of the page. */
export const currentRoute = new Store<Route>(parseRoute(location.hash))

/** What each screen of each table was last like; as long as the page. */
const lastParams = new Map<string, Route['params']>()
remember(currentRoute.value)

/** Changes the route. The browser's back button returns, unless the change replaces the current entry. */
export const navigate: Navigate = (change, { replace = false } = {}) => {
  // The browser may have moved already without an event so far: then the entry to be replaced is no longer current.
  if (readLocation() && replace) return
  const hash = formatRoute(changeRoute(currentRoute.value, change))
  if (hash === location.hash) return
  if (replace) history.replaceState(null, '', hash)
  else history.pushState(null, '', hash)
  readLocation()
}

/** Returns the `href` of a link to a route. */
export function hrefTo(change: RouteChange): string {
  return formatRoute(changeRoute(currentRoute.value, change))
}

/**
 * Returns the `href` of a screen of the current table, as the user left it. For the current screen, it leads to the
 * screen without filters and choices.
 */
export function hrefToScreen(screen: ScreenName): string {
  const route = currentRoute.value
  if (screen === route.screen) return formatRoute({ ...route, params: {} })
  return formatRoute({ ...route, screen, params: lastParams.get(placeOf({ ...route, screen })) ?? {} })
}

/** Follows the browser's back and forward buttons and links. */
export function followLocation(): void {
  addEventListener('popstate', readLocation)
  addEventListener('hashchange', readLocation)
}

/** Takes over the browser's location; returns whether it has changed. */
function readLocation(): boolean {
  const route = parseRoute(location.hash)
  if (formatRoute(route) === formatRoute(currentRoute.value)) return false
  remember(route)
  currentRoute.set(route)
  return true
}

function remember(route: Route): void {
  lastParams.set(placeOf(route), route.params)
}

function placeOf(route: Route): string {
  return formatRoute({ ...route, params: {} })
}
