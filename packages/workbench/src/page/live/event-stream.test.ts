import { afterEach, expect, it, vi } from 'vitest'
import { openEventStream } from './event-stream.ts'

afterEach(() => vi.unstubAllGlobals())

it('a tab that was opened in the background and is looked at later is told that it may have missed something', () => {
  const page = Object.assign(new EventTarget(), { visibilityState: 'hidden' })
  vi.stubGlobal('document', page)
  const opened: string[] = []
  class Source {
    static readonly CLOSED = 2
    constructor(url: string) {
      opened.push(url)
    }
    close(): void {
      opened.pop()
    }
  }
  vi.stubGlobal('EventSource', Source)
  const onGap = vi.fn()
  const end = openEventStream('events', { onMessage: () => undefined, onGap })
  expect([opened, onGap.mock.calls]).toEqual([[], []])
  page.visibilityState = 'visible'
  page.dispatchEvent(new Event('visibilitychange'))
  expect(opened).toEqual(['events'])
  expect(onGap).toHaveBeenCalledOnce()
  end()
  expect(opened).toEqual([])
})
