import { refreshTables } from './app-state.ts'

/** Programs create tables while a user looks: these should show soon, but a hidden page should send no requests. */
const everyMs = 3_000

/**
 * Keeps the lists of tables fresh while the page is visible. Those of the database of this process are always reloaded;
 * others, which need a request, when the user returns to the page, and while a server cannot be reached.
 */
export function watchTables(): () => void {
  let isAsking = false
  const look = async (all: boolean) => {
    if (isAsking || document.visibilityState !== 'visible') return
    isAsking = true
    try {
      await refreshTables({ all })
    } finally {
      isAsking = false
    }
  }
  const comeBack = () => void look(true)
  const timer = setInterval(() => void look(false), everyMs)
  document.addEventListener('visibilitychange', comeBack)
  addEventListener('focus', comeBack)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', comeBack)
    removeEventListener('focus', comeBack)
  }
}
