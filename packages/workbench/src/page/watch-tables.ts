import { refreshTables } from './app-state.ts'

/** Programs make tables while one looks: they should show soon, and a page that nobody sees should ask nothing. */
const everyMs = 3_000

/**
 * Keeps the lists of tables fresh while the page is seen: that of the database of this process always; those of others,
 * which take a request, when one comes back to the page, and as long as a server cannot be reached.
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
