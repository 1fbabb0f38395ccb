import { changeRoute, formatRoute, parseRoute, type Route, type RouteChange } from './route.ts'
import { Store } from './store.ts'

export type Navigate = (change: RouteChange, how?: { readonly replace?: boolean }) => void

/** The route that the page is at. */
export const currentRoute = new Store<Route>(parseRoute(location.hash))

/** Goes somewhere; the browser's back button leads back, unless the step replaces the one before. */
export const navigate: Navigate = (change, { replace = false } = {}) => {
  // The browser may have gone elsewhere and not have said so yet: what was to be replaced is no more.
  if (readLocation() && replace) return
  const hash = formatRoute(changeRoute(currentRoute.value, change))
  if (hash === location.hash) return
  if (replace) history.replaceState(null, '', hash)
  else history.pushState(null, '', hash)
  readLocation()
}

/** What a link to somewhere has as its `href`. */
export function hrefTo(change: RouteChange): string {
  return formatRoute(changeRoute(currentRoute.value, change))
}

/** Follows the browser's back and forward buttons and links. */
export function followLocation(): void {
  addEventListener('popstate', readLocation)
  addEventListener('hashchange', readLocation)
}

/** Takes over where the browser is; tells whether that is news. */
function readLocation(): boolean {
  const route = parseRoute(location.hash)
  if (formatRoute(route) === formatRoute(currentRoute.value)) return false
  currentRoute.set(route)
  return true
}
