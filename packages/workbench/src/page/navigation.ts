import { changeRoute, formatRoute, parseRoute, type Route, type RouteChange } from './route.ts'
import { Store } from './store.ts'

export type Navigate = (change: RouteChange, how?: { readonly replace?: boolean }) => void

/** The current route of the page. */
export const currentRoute = new Store<Route>(parseRoute(location.hash))

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

/** Follows the browser's back and forward buttons and links. */
export function followLocation(): void {
  addEventListener('popstate', readLocation)
  addEventListener('hashchange', readLocation)
}

/** Takes over the browser's location; returns whether it has changed. */
function readLocation(): boolean {
  const route = parseRoute(location.hash)
  if (formatRoute(route) === formatRoute(currentRoute.value)) return false
  currentRoute.set(route)
  return true
}
