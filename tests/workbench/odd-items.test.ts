import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath, startWorkbench, type Workbench } from './browser.ts'

const input = {
  TableName: 'Odd',
  BillingMode: 'PAY_PER_REQUEST',
  AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
  KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
} as const

describe.skipIf(chromiumPath === undefined)('odd items, in a browser', () => {
  let workbench: Workbench
  let page: Page
  const put = (id: string, item: object) =>
    workbench.database.send('PutItem', { TableName: 'Odd', Item: { id: { S: id }, ...item } })
  const read = async (id: string) =>
    (await workbench.database.send('GetItem', { TableName: 'Odd', Key: { id: { S: id } } })).Item
  const open = async (id: string) => {
    const key = encodeURIComponent(JSON.stringify({ id: { S: id } }))
    await page.goto(new URL(`#/embedded/Odd/collections?item=${key}`, page.url()).href)
    await page.getByRole('complementary', { name: 'Item' }).getByText('Attributes').waitFor()
  }
  const commit = async () => {
    await page.getByRole('button', { name: 'Review and commit' }).click()
    await page.getByRole('button', { name: /^Commit / }).click()
    await page.locator('.staged-bar').waitFor({ state: 'hidden' })
  }

  beforeAll(async () => {
    workbench = await startWorkbench()
    page = await workbench.open()
  })
  afterAll(async () => {
    await workbench?.close()
  })

  it('a table created by a program appears on its own', async () => {
    await page.getByText('No tables yet').waitFor()
    await workbench.database.send('CreateTable', input)
    await page.getByRole('link', { name: 'Odd', exact: true }).click()
    await page.getByRole('heading', { name: 'Odd is empty' }).waitFor()
  })

  it('control characters in a name that would reverse the text around it are made visible', async () => {
    await put('turned', { 'na\u202eme': { S: 'value' } })
    await page.reload()
    await page.locator('.cell-name', { hasText: 'na⟨202E⟩me' }).waitFor()
  })

  it('what cannot be seen in a name is made visible, and is not lost by a look at it', async () => {
    const names = {
      'a\nb': { S: '1' },
      ' lead': { S: '2' },
      'ze\u200bro': { S: '3' },
      'tab\tbed': { S: '4' },
    }
    await put('names', { ...names, map: { M: names } })
    await open('names')
    const panel = page.getByRole('complementary', { name: 'Item' })
    await panel.getByText('a␊b', { exact: true }).first().waitFor()
    const shown = await panel
      .locator('input.attribute-name')
      .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value))
    expect(shown.slice(0, 3)).toEqual(['␣lead', 'ze⟨200B⟩ro', 'tab␉bed'])
    await panel.getByLabel('Name of lead').first().click()
    await page.keyboard.press('End')
    await page.keyboard.type('er')
    await page.keyboard.press('Tab')
    await panel.getByLabel('a b', { exact: true }).fill('one')
    await commit()
    const { ' lead': lead, ...others } = names
    expect(await read('names')).toEqual({
      id: { S: 'names' },
      ...others,
      'a\nb': { S: 'one' },
      ' leader': lead,
      map: { M: names },
    })
    const cells = () => page.locator('.cell-name').allTextContents()
    await expect.poll(cells).toEqual(expect.arrayContaining(['a␊b', 'ze⟨200B⟩ro', 'tab␉bed']))
  })

  it('a partition key written from right to left does not change places with its sort key in staged edits', async () => {
    const key = { PK: { S: 'مفتاح0' }, SK: { N: '7' } }
    await workbench.database.send('CreateTable', {
      ...input,
      TableName: 'Turned',
      AttributeDefinitions: [
        { AttributeName: 'PK', AttributeType: 'S' },
        { AttributeName: 'SK', AttributeType: 'N' },
      ],
      KeySchema: [
        { AttributeName: 'PK', KeyType: 'HASH' },
        { AttributeName: 'SK', KeyType: 'RANGE' },
      ],
    })
    await workbench.database.send('PutItem', { TableName: 'Turned', Item: key })
    const item = encodeURIComponent(JSON.stringify(key))
    await page.goto(new URL(`#/embedded/Turned/collections?item=${item}`, page.url()).href)
    await page.getByRole('button', { name: 'Delete item' }).click()
    await page.getByRole('button', { name: 'Review and commit' }).click()
    const lefts = await page.locator('.edit-key').evaluate((element) => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      const found: number[] = []
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        for (let at = 0; at < (node.nodeValue ?? '').length; at++) {
          const range = document.createRange()
          range.setStart(node, at)
          range.setEnd(node, at + 1)
          found.push(range.getBoundingClientRect().left)
        }
      }
      return found
    })
    expect(Math.max(...lefts)).toBe(lefts.at(-1))
    await page.getByRole('button', { name: 'Discard all' }).click()
  })

  it('texts written from right to left do not change places with their names', async () => {
    await put('תת', { שם: { S: 'שלום עולם' } })
    await page.goto(new URL('#/embedded/Odd/collections?view=json&pk=תת', page.url()).href)
    const name = page.locator('.json-name', { hasText: 'שם' })
    await name.waitFor()
    const leftOf = (text: string) =>
      page.getByText(text).evaluateAll((found) => found.at(-1)?.getBoundingClientRect().left ?? 0)
    expect(await leftOf('"שם"')).toBeLessThan(await leftOf('שלום עולם'))
    await workbench.database.send('DeleteItem', { TableName: 'Odd', Key: { id: { S: 'תת' } } })
  })

  it('a list of thousands is rendered a hundred members at a time, and edited in place', async () => {
    const list = { L: Array.from({ length: 5_000 }, (_, place) => ({ N: String(place) })) }
    const set = { SS: Array.from({ length: 3_000 }, (_, place) => `member ${place}`) }
    await put('long', { list, set })
    await open('long')
    await page.getByText('1–100 of 5,000').waitFor()
    expect(await page.locator('*').count()).toBeLessThan(5_000)
    await page.getByRole('button', { name: 'Next page of list' }).click()
    await page.getByLabel('list[150]', { exact: true }).fill('-1')
    await commit()
    expect((await read('long'))?.['list']?.L?.slice(149, 152)).toEqual([
      { N: '149' },
      { N: '-1' },
      { N: '151' },
    ])
    expect((await read('long'))?.['set']?.SS).toHaveLength(3_000)
  })

  it('lists in a long list start collapsed: expanded, they would be ten thousand lines', async () => {
    const inner = { L: Array.from({ length: 100 }, (_, place) => ({ N: String(place) })) }
    await put('nested', {
      list: { L: Array.from({ length: 100 }, () => inner) },
      small: { L: [{ L: [{ N: '7' }] }] },
      long: { L: inner.L.slice(0, 60) },
      ...Object.fromEntries(inner.L.slice(0, 20).map((value, place) => [`plain${place}`, value])),
    })
    await open('nested')
    await page.getByLabel('long[59]', { exact: true }).waitFor()
    await page.getByLabel('small[0][0]', { exact: true }).waitFor()
    expect(await page.locator('*').count()).toBeLessThan(5_000)
    await page.getByRole('button', { name: /^list\[99\]:/ }).click()
    await page.getByLabel('list[99][50]', { exact: true }).waitFor()
  })

  it('so do sets if there are many', async () => {
    const set = { NS: Array.from({ length: 100 }, (_, place) => String(place)) }
    await put('sets', Object.fromEntries(set.NS.slice(0, 40).map((place) => [`set${place}`, set])))
    await open('sets')
    const fold = page.getByRole('button', { name: /^set39:/ })
    await fold.waitFor()
    expect(await page.locator('*').count()).toBeLessThan(5_000)
    await fold.click()
    await page.getByLabel('set39, member 100', { exact: true }).waitFor()
  })

  it('line breaks of a text are kept when something else in it is changed', async () => {
    await put('lines', { text: { S: 'one\r\ntwo\nthree' }, set: { SS: ['a\nb', 'c'] } })
    await open('lines')
    await page.getByLabel('text', { exact: true }).press('Control+End')
    await page.keyboard.type('!')
    await page.getByLabel('set, member 1').press('Control+End')
    await page.keyboard.type('!')
    await commit()
    expect(await read('lines')).toMatchObject({
      text: { S: 'one\r\ntwo\nthree!' },
      set: { SS: ['a\nb!', 'c'] },
    })
  })

  it('a key of the maximum length leaves room for the rest, and trailing spaces of a key are visible', async () => {
    const id = `${'long '.repeat(400)}x `
    await put(id, { note: { S: 'seen' } })
    await open(id)
    await page.getByLabel('note', { exact: true }).click()
    expect(await page.locator('.item-keys').textContent()).toMatch(/x␣$/)
    expect(workbench.errors).toEqual([])
  })
})
