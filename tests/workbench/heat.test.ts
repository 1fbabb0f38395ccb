import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath } from './browser.ts'
import { type Shop, shopTable, startShop } from './start-shop.ts'

describe.skipIf(chromiumPath === undefined)('heat, in a browser', () => {
  let shop: Shop
  beforeAll(async () => {
    shop = await startShop()
  })
  afterAll(() => shop?.close())

  it('a hot key appears during a load, and stands out on the map', async () => {
    const page = await shop.open()
    await page.goto(shop.url('heat'))
    await page.getByText('Busiest keys').waitFor()
    let isOn = true
    const load = runLoad(shop, () => isOn)
    const summary = page.getByTestId('heat-summary')
    await expect.poll(() => summary.textContent()).toContain('CUSTOMER#hot')
    await expect.poll(() => summary.textContent()).toMatch(/takes [1-9]/)
    const keys = page.getByRole('region', { name: 'Busiest keys' }).getByRole('listitem')
    expect(await keys.first().textContent()).toContain('CUSTOMER#hot')
    await expect
      .poll(() => page.getByRole('img', { name: /Heat by digest/ }).evaluate(paintedShare))
      .toBeGreaterThan(0)
    isOn = false
    await load
  })

  it('reads and refusals can be chosen, and are described in words', async () => {
    const page = await shop.open()
    await page.goto(shop.url('heat'))
    await page.getByRole('button', { name: 'Throttled' }).click()
    await expect.poll(() => page.getByTestId('heat-summary').textContent()).toContain('would have throttled')
    await page.waitForURL(/measure=throttled/)
    await page.getByRole('button', { name: 'Reads' }).click()
    await expect.poll(() => page.getByTestId('heat-summary').textContent()).toContain('3,000')
  })

  it('the page reported no errors', () => expect(shop.errors).toEqual([]))
})

/** Writes to one key far more often than to others. */
async function runLoad({ db }: Shop, isOn: () => boolean): Promise<void> {
  for (let count = 0; isOn(); count++) {
    const name = count % 10 === 0 ? `k${count % 70}` : 'hot'
    await db.send('UpdateItem', {
      TableName: shopTable,
      Key: { PK: { S: `CUSTOMER#${name}` }, SK: { S: `CUSTOMER#${name}` } },
      UpdateExpression: 'ADD visits :one',
      ExpressionAttributeValues: { ':one': { N: '1' } },
    })
    if (count % 20 === 0) await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Returns the share of a canvas that is painted. */
function paintedShare(element: HTMLElement | SVGElement): number {
  const canvas = element as unknown as { width: number; height: number; getContext(kind: '2d'): Pixels }
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
  let painted = 0
  for (let at = 3; at < data.length; at += 4) if ((data[at] ?? 0) > 40) painted++
  return painted / (data.length / 4)
}

interface Pixels {
  getImageData(left: number, top: number, width: number, height: number): { readonly data: Uint8ClampedArray }
}
