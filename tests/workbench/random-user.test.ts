import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { draws } from '../draws.ts'
import { chromiumPath } from './browser.ts'
import { type Shop, startShop } from './start-shop.ts'

const seed = Number(process.env['SEED'] ?? 1)
const texts = [
  '__proto__',
  '<img src=x onerror=alert(1)>',
  'ends*',
  '100%',
  'a/b#c?d',
  '\u202ertl',
  '1e400',
  '👩‍👧',
  '',
]
const keys = [
  'Tab',
  'Shift+Tab',
  'Enter',
  'Escape',
  'Escape',
  'Escape',
  'ArrowDown',
  'End',
  'Control+k',
  '/',
  'Control+Enter',
]
const sizes = [
  [320, 600],
  [768, 1024],
  [1280, 800],
  [2560, 1300],
] as const

describe.skipIf(chromiumPath === undefined)('somebody who tries everything, in a browser', () => {
  let shop: Shop
  let page: Page
  beforeAll(async () => {
    shop = await startShop()
    page = await shop.open()
    await page.locator('.item').first().waitFor()
    page.on('dialog', (dialog) => void dialog.accept())
  })
  afterAll(() => shop?.close())

  it(`nothing breaks, nor grows out of the window, nor loses the focus (SEED=${seed})`, async () => {
    const random = randomOf(seed)
    const pick = <One>(list: readonly One[]) => list[Math.floor(random() * list.length)] as One
    const did: string[] = []
    for (let step = 0; step < draws(40); step++) {
      const kind = random()
      if (kind < 0.1) {
        const [width, height] = pick(sizes)
        did.push(`${width} × ${height}`)
        await page.setViewportSize({ width, height })
      } else if (kind < 0.3) {
        did.push(pick(keys))
        await page.keyboard.press(did.at(-1) ?? '')
      } else {
        const [name, wasLost] = await page.evaluate(useSomething, { chance: random(), text: pick(texts) })
        did.push(name)
        // What goes leaves the focus to others, a moment later.
        if (!wasLost) await expect.poll(() => page.evaluate(hasFocus), { message: did.join(', ') }).toBe(true)
      }
      await expect.poll(() => page.evaluate(tooLarge), { message: did.join(', ') }).toEqual([])
      // What is refused, such as a connection to nowhere, the browser reports as well.
      const errors = shop.errors.filter((error) => !error.startsWith('Failed to load resource'))
      expect(errors, did.join(', ')).toEqual([])
    }
  })
})

/** The same numbers for the same seed (mulberry32). */
function randomOf(start: number): () => number {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Clicks on, or types into, something that can be used; tells what it was, and whether there was nothing. */
function useSomething({ chance, text }: { chance: number; text: string }): [string, boolean] {
  const around = document.querySelector('dialog[open]') ?? document
  // A browser would ask for a file, or offer one.
  const isLeft = (element: HTMLElement) => /Import|Export|file/.test(element.getAttribute('aria-label') ?? '')
  const all = [...around.querySelectorAll<HTMLElement>('button, a[href], input, select, textarea, summary')]
  const usable = all.filter(
    (element) => element.checkVisibility() && !element.matches(':disabled, .skip') && !isLeft(element),
  )
  const element = usable[Math.floor(chance * usable.length)]
  if (element === undefined) return ['nothing', true]
  const name = `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent}`
  element.focus()
  const isText = element instanceof HTMLInputElement && /text|search/.test(element.type)
  if (!isText) element.click()
  else {
    element.value = text
    element.dispatchEvent(new InputEvent('input', { bubbles: true }))
  }
  return [name, element instanceof HTMLSelectElement]
}

function hasFocus(): boolean {
  return document.activeElement !== document.body
}

/** Which way the page is larger than the window: it does not scroll, so that the rest could not be reached. */
function tooLarge(): string[] {
  const { scrollWidth, scrollHeight } = document.documentElement
  return [
    ...(scrollWidth > innerWidth + 1 ? [`${scrollWidth} wide`] : []),
    ...(scrollHeight > innerHeight + 1 ? [`${scrollHeight} high`] : []),
  ]
}
