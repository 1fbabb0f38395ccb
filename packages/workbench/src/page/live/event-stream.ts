/** By this the tabs of one workbench hear of each other. */
const tabs = new BroadcastChannel('monotable.seen')

/** Who is told what. */
interface StreamListener {
  readonly onMessage: (data: string) => void
  /** Called when it is listened to later than was asked for, or again: something may have been missed. */
  readonly onGap: () => void
}

/**
 * Listens to what the server tells at an address until what it returns is called; a connection that is lost comes back.
 *
 * A browser has six connections to a host, for all its tabs together, and a page that finds none left waits without end.
 * So a tab that nobody looks at gives up its own as soon as another one is looked at. Until then it goes on: what it tells
 * of may well be done by an application in the tab beside it.
 */
export function openEventStream(url: string, { onMessage, onGap }: StreamListener): () => void {
  let source: EventSource | undefined
  const isSeen = () => document.visibilityState === 'visible'
  let isLate = !isSeen()
  const open = () => {
    if (!isSeen()) return
    tabs.postMessage('')
    // One that was refused, as after a restart, does not come back by itself.
    if (source !== undefined && source.readyState !== EventSource.CLOSED) return
    source = new EventSource(url)
    source.onmessage = ({ data }) => onMessage(data)
    source.onopen = () => {
      if (isLate) onGap()
      isLate = true
    }
  }
  const close = () => {
    source?.close()
    source = undefined
  }
  const giveWay = () => {
    if (!isSeen()) close()
  }
  document.addEventListener('visibilitychange', open)
  tabs.addEventListener('message', giveWay)
  open()
  return () => {
    document.removeEventListener('visibilitychange', open)
    tabs.removeEventListener('message', giveWay)
    close()
  }
}
