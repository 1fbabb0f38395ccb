/** By this the tabs of one workbench hear of each other. */
const tabs = new BroadcastChannel('monotable.seen')

/** What a tab tells the others: that it is looked at, or that it listens no more. */
interface TabMessage {
  readonly id: string
  readonly isGone?: true
}

/** How many windows that are seen listen at once: of six connections, two are left for all that they ask. */
const LISTENING_MAX = 4

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
 * of may well be done by an application in the tab beside it. Of windows side by side, those that were used last listen.
 */
export function openEventStream(url: string, { onMessage, onGap }: StreamListener): () => void {
  const id = crypto.getRandomValues(new Uint32Array(4)).join()
  /** Those that were looked at after this one. */
  const newer = new Set<string>()
  let source: EventSource | undefined
  const isSeen = () => document.visibilityState === 'visible'
  let isLate = !isSeen()
  const listen = () => {
    // One that was refused, as after a restart, does not come back by itself.
    if (source !== undefined && source.readyState !== EventSource.CLOSED) return
    source = new EventSource(url)
    source.onmessage = ({ data }) => onMessage(data)
    source.onopen = () => {
      if (isLate) onGap()
      isLate = true
    }
  }
  const open = () => {
    if (!isSeen()) return
    newer.clear()
    tell({ id })
    listen()
  }
  const close = () => {
    source?.close()
    source = undefined
  }
  const onOther = ({ data }: MessageEvent<TabMessage>) => {
    if (data.isGone) newer.delete(data.id)
    else newer.add(data.id)
    if (isSeen() && newer.size < LISTENING_MAX) listen()
    else if (newer.size > 0 && source !== undefined) {
      close()
      leave()
    }
  }
  const leave = () => tell({ id, isGone: true })
  document.addEventListener('visibilitychange', open)
  addEventListener('focus', open)
  addEventListener('pagehide', leave)
  tabs.addEventListener('message', onOther)
  open()
  return () => {
    document.removeEventListener('visibilitychange', open)
    removeEventListener('focus', open)
    removeEventListener('pagehide', leave)
    tabs.removeEventListener('message', onOther)
    leave()
    close()
  }
}

function tell(message: TabMessage): void {
  tabs.postMessage(message)
}
