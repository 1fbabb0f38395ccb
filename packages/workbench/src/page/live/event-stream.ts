/** The channel between the tabs of one workbench. */
const tabs = new BroadcastChannel('monotable.seen')

/** A message to the other tabs: that this tab is in use, or that it no longer listens. */
interface TabMessage {
  readonly id: string
  readonly isGone?: true
}

/** The number of visible windows that listen at the same time: of six connections, two are left for requests. */
const LISTENING_MAX = 4

/** The callbacks of an event stream. */
interface StreamListener {
  readonly onMessage: (data: string) => void
  /** Called when the connection opens late or again, so that events may have been missed. */
  readonly onGap: () => void
}

/**
 * Listens to the events at a URL; returns a function that stops this. A lost connection is opened again.
 *
 * A browser has six connections per host for all tabs together, and a page that finds none free waits for ever. A
 * hidden tab therefore closes its connection as soon as another tab is used. Until then it keeps listening: the events
 * may well be caused by an application in the tab beside it. Of windows side by side, those used most recently listen.
 */
export function openEventStream(url: string, { onMessage, onGap }: StreamListener): () => void {
  const id = crypto.getRandomValues(new Uint32Array(4)).join()
  /** The tabs used after this one. */
  const newer = new Set<string>()
  let source: EventSource | undefined
  const isSeen = () => document.visibilityState === 'visible'
  let isLate = !isSeen()
  const listen = () => {
    // A source that was refused, as after a restart, does not reconnect by itself.
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
