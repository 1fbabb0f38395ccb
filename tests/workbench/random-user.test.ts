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

describe.skipIf(chromiumPath === undefined)('a user who tries everything, in a browser', () => {
  let shop: Shop
  let page: Page
  beforeAll(async () => {
    shop = await startShop()
    page = await shop.open()
    await page.locator('.item').first().waitFor()
    page.on('dialog', (dialog) => void dialog.accept())
  })
  afterAll(() => shop?.close())

  it(`nothing breaks, grows out of the window or loses the focus (SEED=${seed})`, async () => {
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
        // The palette has nothing but a field, and most steps would be spent there.
        if (name.includes('Go to a table')) {
          did.push(random.pick(['Enter', 'Escape']))
          await page.keyboard.press(did.at(-1) ?? '')
        }
        // An element that disappears passes the focus on a moment later.
        if (keepsFocus)
          await expect.poll(() => page.evaluate(hasFocus), { message: did.join(', ') }).toBe(true)
      }
      await expect.poll(() => page.evaluate(tooLarge), { message: did.join(', ') }).toEqual([])
      // The browser also reports refused requests, such as a connection to nowhere.
      const errors = shop.errors.filter((error) => !error.startsWith('Failed to load resource'))
      expect(errors, did.join(', ')).toEqual([])
    }
  })
})

/**
 * Clicks on a control or types into it; returns its name, and whether an element must have the focus afterwards, which
 * is so for all controls except select lists.
 */
function useSomething({ place, text }: { place: number; text: string }): [string, boolean] {
  const around = document.querySelector('dialog[open]') ?? document
  // The browser would ask for a file, or offer a download.
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

/**
 * Returns the directions in which the page is larger than the window: it does not scroll, so the rest would be out of
 * reach.
 */
function tooLarge(): string[] {
  const { scrollWidth, scrollHeight } = document.documentElement
  return [
    ...(scrollWidth > innerWidth + 1 ? [`${scrollWidth} wide`] : []),
    ...(scrollHeight > innerHeight + 1 ? [`${scrollHeight} high`] : []),
  ]
}
