import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { draws } from '../draws.ts'
import { SeededRandom } from '../simulation/seeded-random.ts'
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
    const random = new SeededRandom(seed)
    const did: string[] = []
    for (let step = 0; step < draws(40); step++) {
      const kind = random.below(10)
      if (kind === 0) {
        const [width, height] = random.pick(sizes)
        did.push(`${width} × ${height}`)
        await page.setViewportSize({ width, height })
      } else if (kind < 3) {
        did.push(random.pick(keys))
        await page.keyboard.press(did.at(-1) ?? '')
      } else {
        const draw = { place: random.below(2 ** 31), text: random.pick(texts) }
        const [name, keepsFocus] = await page.evaluate(useSomething, draw)
        did.push(name)
        // In the palette there is nothing but a field: most steps would be spent there.
        if (name.includes('Go to a table')) {
          did.push(random.pick(['Enter', 'Escape']))
          await page.keyboard.press(did.at(-1) ?? '')
        }
        // What goes leaves the focus to others, a moment later.
        if (keepsFocus)
          await expect.poll(() => page.evaluate(hasFocus), { message: did.join(', ') }).toBe(true)
      }
      await expect.poll(() => page.evaluate(tooLarge), { message: did.join(', ') }).toEqual([])
      // What is refused, such as a connection to nowhere, the browser reports as well.
      const errors = shop.errors.filter((error) => !error.startsWith('Failed to load resource'))
      expect(errors, did.join(', ')).toEqual([])
    }
  })
})

/**
 * Clicks on, or types into, something that can be used; tells what it was, and whether something has the focus afterwards,
 * as all have it but for lists to choose from.
 */
function useSomething({ place, text }: { place: number; text: string }): [string, boolean] {
  const around = document.querySelector('dialog[open]') ?? document
  // A browser would ask for a file, or offer one.
  const isLeft = (element: HTMLElement) => /Import|Export|file/.test(element.getAttribute('aria-label') ?? '')
  const all = [...around.querySelectorAll<HTMLElement>('button, a[href], input, select, textarea, summary')]
  const usable = all.filter(
    (element) => element.checkVisibility() && !element.matches(':disabled, .skip') && !isLeft(element),
  )
  const element = usable[place % usable.length]
  if (element === undefined) return ['nothing', false]
  const name = `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent}`
  element.focus()
  const isText = element instanceof HTMLInputElement && /text|search/.test(element.type)
  if (!isText) element.click()
  else {
    element.value = text
    element.dispatchEvent(new InputEvent('input', { bubbles: true }))
  }
  return [name, !(element instanceof HTMLSelectElement)]
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
