import { afterEach, expect, it, vi } from 'vitest'
import { openEventStream } from './event-stream.ts'

let sources: Source[] = []
class Source {
  static readonly CLOSED = 2
  onopen = () => {}
  constructor() {
    sources.push(this)
  }
  close(): void {
    sources = sources.filter((source) => source !== this)
  }
}
afterEach(() => vi.unstubAllGlobals())

function listenIn(page: EventTarget) {
  vi.stubGlobal('document', page)
  vi.stubGlobal('EventSource', Source)
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('removeEventListener', () => undefined)
  const onGap = vi.fn()
  return { onGap, end: openEventStream('events', { onMessage: () => undefined, onGap }) }
}

it('a listener that lost its connection learns on reconnecting that events may have been missed', () => {
  const { onGap, end } = listenIn(Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  sources[0]?.onopen()
  expect(onGap).not.toHaveBeenCalled()
  sources[0]?.onopen()
  expect(onGap).toHaveBeenCalledOnce()
  end()
  expect(sources).toEqual([])
})

it('a tab opened in the background learns the same when it is first viewed', () => {
  const page = Object.assign(new EventTarget(), { visibilityState: 'hidden' })
  const { onGap, end } = listenIn(page)
  expect(sources).toEqual([])
  page.visibilityState = 'visible'
  page.dispatchEvent(new Event('visibilitychange'))
  sources[0]?.onopen()
  expect(onGap).toHaveBeenCalledOnce()
  end()
})

it('of windows side by side, those used last listen; closing one makes room', async () => {
  const { end } = listenIn(Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  const others = new BroadcastChannel('monotable.seen')
  for (const id of ['a', 'b', 'a', 'c', 'd']) others.postMessage({ id })
  await expect.poll(() => sources).toEqual([])
  others.postMessage({ id: 'b', isGone: true })
  await expect.poll(() => sources).toHaveLength(1)
  end()
  others.close()
})

it('a tab that stops listening tells the others, so that they no longer count it', async () => {
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  const { end } = listenIn(page)
  const others = new BroadcastChannel('monotable.seen')
  const heard: unknown[] = []
  others.onmessage = ({ data }) => heard.push(data)
  page.visibilityState = 'hidden'
  for (const id of ['a', 'b']) others.postMessage({ id })
  await expect.poll(() => heard).toEqual([{ id: expect.any(String), isGone: true }])
  expect(sources).toEqual([])
  end()
  others.close()
})
