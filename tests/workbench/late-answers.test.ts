import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { chromiumPath } from './browser.ts'
import { createOtherTable, type Shop, shopCustomer, shopTable, startShop } from './start-shop.ts'

/** A request of the page to the workbench. */
interface Sent {
  readonly operation: string
  readonly input: { readonly [member: string]: unknown }
  readonly quiet?: boolean
}

describe.skipIf(chromiumPath === undefined)('answers that arrive late, in a browser', () => {
  let shop: Shop
  let page: Page
  beforeAll(async () => {
    shop = await startShop()
    await createOtherTable(shop)
  })
  beforeEach(async () => {
    page = await shop.blank()
  })
  afterAll(() => shop?.close())

  const open = (params = {}, screen = 'operations') => page.goto(shop.enter(shop.hash(screen, params)))
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const tab = (name: string) => page.getByRole('tab', { name, exact: true })

  /** Holds back the answers to some requests; returns a function that waits for the matching ones and releases them. */
  const holdBack = async (isHeld: (sent: Sent) => boolean) => {
    const held: { readonly sent: Sent; readonly letGo: () => void }[] = []
    await page.route('**/send', async (route) => {
      const sent: Sent = route.request().postDataJSON()
      if (!isHeld(sent)) return route.continue()
      // The workbench may close an idle connection just when it is used again.
      const response = await route.fetch({ maxRetries: 1 })
      await new Promise<void>((letGo) => held.push({ sent, letGo }))
      return route.fulfill({ response })
    })
    return async (isMeant: (sent: Sent) => boolean = () => true) => {
      await expect.poll(() => held.some(({ sent }) => isMeant(sent))).toBe(true)
      for (const { sent, letGo } of held) if (isMeant(sent)) letGo()
    }
  }
  const isRead = ({ quiet, operation }: Sent) => quiet !== true && operation === 'Query'

  it('a failed read is reported once, and can be retried', async () => {
    const why = 'Throughput exceeds the current capacity'
    await page.route('**/send', (route) =>
      route.fulfill({ json: { error: { name: 'ThrottlingException', message: why }, durationMs: 1 } }),
    )
    await open({}, 'collections')
    await page.getByRole('heading', { name: 'The items could not be read' }).waitFor()
    expect(await page.getByText(why).count()).toBe(1)
    await page.unrouteAll()
    await button('Try again').click()
    await page.locator('.item').first().waitFor()
  })

  it('rows that cannot be read again stay, and the failure is reported beside them', async () => {
    await open({}, 'collections')
    await page.locator('.item').first().waitFor()
    await page.route('**/send', (route) => route.abort())
    await button('Reload').click()
    const alert = page.getByRole('alert')
    await alert.getByText('could not be read again').waitFor()
    expect(await page.locator('.item').count()).toBeGreaterThan(9)
    // Other rows have nothing that could stay.
    await page.getByRole('link', { name: 'GSI1', exact: false }).first().click()
    await page.getByRole('heading', { name: 'The items could not be read' }).waitFor()
    await page.unrouteAll()
    await button('Try again').click()
    await page.locator('.item').first().waitFor()
    await page.route('**/send', (route) => route.abort())
    await button('Reload').click()
    await alert.waitFor()
    await page.unrouteAll()
    await alert.getByRole('button', { name: 'Try again' }).click()
    await alert.waitFor({ state: 'detached' })
  })

  it('rows that are being read again say so if that takes long', async () => {
    await open({}, 'collections')
    await page.locator('.item').first().waitFor()
    const letGo = await holdBack(({ operation }) => operation === 'Scan')
    await button('Reload').click()
    await page.getByText('reading again…').waitFor()
    expect(await page.locator('.item').count()).toBeGreaterThan(9)
    await letGo(({ operation }) => operation === 'Scan')
    await page.getByText('reading again…').waitFor({ state: 'detached' })
  })

  it('what was committed is shown, and no older state, while the rows are being read again', async () => {
    await open({ pk: 'CUSTOMER#avocet', item: shopCustomer }, 'collections')
    await page.locator('.item').first().waitFor()
    await page.getByLabel('email', { exact: true }).fill('late@example.com')
    const letGo = await holdBack(isRead)
    await button('Review and commit').click()
    await page.getByRole('button', { name: /^Commit / }).click()
    await page.getByText('reading again…').waitFor()
    const row = page.locator('.item.selected')
    expect(await row.textContent()).toContain('late@example.com')
    await letGo()
    await page.locator('.item.edited').waitFor({ state: 'detached' })
    expect(await row.textContent()).toContain('late@example.com')
  })

  it('what was typed last is still there after a look at another screen, however soon', async () => {
    await page.clock.install()
    await open()
    const partition = page.getByLabel('Partition PK')
    await partition.fill('CUSTOMER#')
    await page.waitForURL(/op=Query/)
    await page.clock.pauseAt(Date.now() + 60_000)
    await partition.fill('CUSTOMER#avocet')
    await page.getByRole('link', { name: 'Heat' }).click()
    await partition.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Operations' }).click()
    await page.clock.resume()
    await partition.waitFor()
    expect(await partition.inputValue()).toBe('CUSTOMER#avocet')
    await page.waitForURL(/avocet/)
  })

  it('rows that stay until others are read keep the columns that they were read for', async () => {
    await page.clock.install()
    const letGo = await holdBack(({ input }) => input['IndexName'] === 'GSI1')
    await open({}, 'collections')
    await page.locator('.item').first().waitFor()
    await page.clock.pauseAt(Date.now() + 60_000)
    const grid = page.getByRole('grid')
    await page.getByRole('link', { name: 'GSI1', exact: false }).first().click()
    await page.clock.runFor(100)
    const head = () => grid.getByRole('columnheader').allInnerTexts()
    expect(await head()).toEqual(['PK', 'SK', 'Attributes'])
    expect(await page.locator('.item').count()).toBeGreaterThan(0)
    await page.clock.resume()
    await letGo()
    await expect.poll(head).toEqual(['GSI1PK', 'GSI1SK', 'Attributes'])
  })

  it('that something is read is not said at once, even to those who want no movement', async () => {
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    await page.route(`**/model?table=${shopTable}`, async (route) => {
      await held
      return route.continue()
    })
    const session = await page.context().newCDPSession(page)
    await session.send('Animation.enable')
    await session.send('Animation.setPlaybackRate', { playbackRate: 0 })
    await open({}, 'collections')
    const reading = page.getByText('Reading…')
    await reading.waitFor({ state: 'attached' })
    expect(await reading.isVisible()).toBe(false)
    await session.send('Animation.setPlaybackRate', { playbackRate: 1 })
    await reading.waitFor()
    await session.detach()
    letGo()
    await page.locator('.item').first().waitFor()
  })

  it('a screen that could not be fetched does not affect the others, and is shown once it can be', async () => {
    await page.route('**/assets/heat-screen*', (route) => route.fulfill({ status: 404 }))
    await open({}, 'collections')
    await page.locator('.item').first().waitFor()
    const openHeatInVain = async () => {
      await page.getByRole('link', { name: 'Heat' }).click()
      await page.getByRole('heading', { name: 'This screen could not be loaded' }).waitFor()
    }
    await openHeatInVain()
    await page.getByRole('link', { name: 'Collections' }).click()
    await page.locator('.item').first().waitFor()
    await openHeatInVain()
    await page.unrouteAll()
    await button('Reload the page').click()
    await page.getByRole('heading', { name: 'Busiest keys' }).waitFor()
  })

  it('a table that is created after its dialog was closed does not lead users away from where they are', async () => {
    const letGo = await holdBack(({ operation }) => operation === 'CreateTable')
    await open({}, 'collections')
    await page.locator('.item').first().waitFor()
    await page.getByRole('button', { name: /^Create a table in/ }).click()
    await page.getByLabel('Name', { exact: true }).fill('MadeLate')
    await button('Create').click()
    await button('Creating…').waitFor()
    await button('Cancel').click()
    await button('Connections…').click()
    await page.getByRole('dialog', { name: 'Connections' }).waitFor()
    const before = page.url()
    await letGo()
    await page.getByText('MadeLate was created.').waitFor()
    expect(await page.getByRole('dialog', { name: 'Connections' }).isVisible()).toBe(true)
    expect(page.url()).toBe(before)
  })

  it('nor does a table that is deleted after its dialog was closed', async () => {
    await shop.db.send('CreateTable', {
      TableName: 'Leaving',
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      BillingMode: 'PAY_PER_REQUEST',
    })
    const letGo = await holdBack(({ operation }) => operation === 'DeleteTable')
    await page.goto(shop.enter(shop.hash('collections', {}, 'Leaving')))
    await button('Delete Leaving').click()
    const dialog = page.getByRole('dialog', { name: 'Delete Leaving' })
    await dialog.getByRole('textbox').fill('Leaving')
    await button('Delete table').click()
    await button('Cancel').click()
    await button('Connections…').click()
    await page.getByRole('dialog', { name: 'Connections' }).waitFor()
    const before = page.url()
    await letGo()
    await page.getByText('Leaving was deleted.').waitFor()
    expect(await page.getByRole('dialog', { name: 'Connections' }).isVisible()).toBe(true)
    expect(page.url()).toBe(before)
  })

  it('a file whose import ends on another screen offers its report', async () => {
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    await page.route('**/import', async (route) => {
      await held
      return route.fulfill({ json: { tables: [{ name: 'Other', items: 2 }], messages: ['One was mended.'] } })
    })
    await open({}, 'collections')
    await page.locator('.item').first().waitFor()
    const asked = page.waitForRequest('**/import')
    await page.evaluate(() => {
      const data = new DataTransfer()
      data.items.add(new File(['{"DataModel":[]}'], 'late.json', { type: 'application/json' }))
      document.body.dispatchEvent(new DragEvent('drop', { bubbles: true, dataTransfer: data }))
    })
    await asked
    await page.getByRole('link', { name: 'Patterns' }).click()
    letGo()
    await button('Show').click()
    await page.getByRole('dialog').getByText('One was mended.').waitFor()
    expect(await page.getByText('late.json was imported.').count()).toBe(0)
  })

  it('a duplicate can be edited only once it has been read, or the failure is shown', async () => {
    const key = { id: { S: 'e' } }
    await shop.db.send('PutItem', { TableName: 'Other', Item: { ...key, note: { S: 'old' } } })
    await page.goto(shop.enter(shop.hash('collections', { item: JSON.stringify(key) }, 'Other')))
    await page.getByLabel('note', { exact: true }).waitFor()
    const letGo = await holdBack(({ operation }) => operation === 'GetItem')
    await button('Duplicate').click()
    const panel = page.getByRole('complementary', { name: 'New item' })
    await panel.waitFor()
    expect(await panel.getByRole('textbox').count()).toBe(0)
    await letGo()
    await panel.getByLabel('note', { exact: true }).waitFor()
    await page.keyboard.type('another')
    expect(await panel.getByLabel('id', { exact: true }).inputValue()).toBe('another')
    await page.route('**/send', (route) => route.abort())
    await page.reload()
    await panel.getByText('The workbench does not answer').waitFor()
  })

  it('a change that is refused after its dialog was closed is reported', async () => {
    const letGo = await holdBack(({ operation }) => operation === 'UpdateTimeToLive')
    await open({}, 'collections')
    await page.locator('.item').first().waitFor()
    await button(`About ${shopTable}`).click()
    await button('Change…').click()
    // Attribute names cannot be this long.
    await page.getByLabel('Time to live').fill('x'.repeat(300))
    await button('Change').click()
    await button('Changing, 1 of 1…').waitFor()
    await button('Cancel').click()
    await letGo()
    await page.locator('.toast.failure').waitFor()
  })

  it('input that is typed while a change is refused stays', async () => {
    const letGo = await holdBack(({ operation }) => operation === 'UpdateTimeToLive')
    await open({}, 'collections')
    await page.locator('.item').first().waitFor()
    await button(`About ${shopTable}`).click()
    await button('Change…').click()
    const expires = page.getByLabel('Time to live')
    await expires.fill('x'.repeat(300))
    await button('Change').click()
    await button('Changing, 1 of 1…').waitFor()
    await expires.fill('expires')
    await letGo()
    await page.getByRole('dialog').getByRole('alert').waitFor()
    expect(await expires.inputValue()).toBe('expires')
  })

  it('a failure to fetch the editor is reported', async () => {
    await page.route('**/assets/create-editor*', (route) => route.fulfill({ status: 404 }))
    await open()
    await button('JSON').click()
    await page.getByText('The editor could not be loaded').first().waitFor()
  })

  /** Starts over while a request is in flight: choosing an operation gives up its answer. */
  async function startOver(): Promise<void> {
    const operation = page.getByLabel('Operation', { exact: true })
    await operation.selectOption('UpdateItem')
    await operation.selectOption('Query')
    await page.getByLabel('Partition PK').fill('CUSTOMER#avocet')
  }

  it('an older answer does not replace a newer one', async () => {
    const release = await holdBack((sent) => isRead(sent) && sent.input['Limit'] === 3)
    await open()
    await page.getByLabel('Partition PK').fill('CUSTOMER#avocet')
    await page.getByLabel('Limit').fill('3')
    await button('Run').click()
    await button('Running…').waitFor()
    await startOver()
    await button('Run').click()
    await tab('Items 17').waitFor()
    await release()
    await tab('History 2').waitFor()
    expect(await tab('Items 17').count()).toBe(1)
  })

  it('a run is in progress until the newest request has been answered', async () => {
    await open()
    const release = await holdBack(isRead)
    await page.getByLabel('Partition PK').fill('CUSTOMER#avocet')
    await page.getByLabel('Limit').fill('3')
    await button('Run').click()
    await button('Running…').waitFor()
    await startOver()
    await button('Run').click()
    await button('Running…').waitFor()
    await release(({ input }) => input['Limit'] === 3)
    await tab('History 1').waitFor()
    expect(await button('Running…').count()).toBe(1)
    await release(({ input }) => input['Limit'] === undefined)
    await button('Run').waitFor()
    expect(await tab('Items 17').count()).toBe(1)
  })

  it('while one runs, no other is run from the history', async () => {
    await open()
    await page.getByLabel('Partition PK').fill('CUSTOMER#avocet')
    await button('Run').click()
    await tab('Items 17').waitFor()
    const release = await holdBack(isRead)
    await page.getByLabel('Limit').fill('3')
    await button('Run').click()
    await tab('History 1').click()
    await expect.poll(() => button('Run again').isDisabled()).toBe(true)
    await release()
    await tab('History 2').waitFor()
    expect(await button('Run again').first().isDisabled()).toBe(false)
  })

  it('an answer is not shown under another operation, but is kept', async () => {
    const release = await holdBack(isRead)
    await open()
    await page.getByLabel('Partition PK').fill('CUSTOMER#avocet')
    await button('Run').click()
    await button('Running…').waitFor()
    await page.getByLabel('Operation', { exact: true }).selectOption('UpdateItem')
    await button('Run').waitFor()
    await release()
    await tab('History 1').waitFor()
    expect(await tab('Items').count()).toBe(1)
    await page.getByText('Nothing has run yet.').waitFor()
  })

  it('an answer is not shown under another table, but is kept with its own', async () => {
    const release = await holdBack(isRead)
    await open()
    await page.getByLabel('Partition PK').fill('CUSTOMER#avocet')
    await button('Run').click()
    await button('Running…').waitFor()
    await page.evaluate(() => {
      location.hash = '#/embedded/Other/operations'
    })
    await page.getByLabel('Partition id').waitFor()
    await release()
    await tab('History 1').click()
    expect(await tab('Items').count()).toBe(1)
    // A request of another table is opened there, and cannot be run here.
    expect(await button('Run again').count()).toBe(0)
    await page.getByRole('gridcell', { name: `${shopTable} CUSTOMER#avocet` }).waitFor()
    await button('Open there').click()
    await page.getByLabel('Partition PK').waitFor()
    expect(await page.getByLabel('Partition PK').inputValue()).toBe('CUSTOMER#avocet')
    await page.getByText('Nothing has run yet.').waitFor()
  })

  const goTo = (hash: string) =>
    page.evaluate((wanted) => {
      location.hash = wanted
    }, hash)

  it("a table's error is not shown for another table", async () => {
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    await page.route('**/model?table=Other', async (route) => {
      await held
      return route.fulfill({ status: 409, json: { error: { name: 'Refused', message: 'Not this one.' } } })
    })
    await open({}, 'collections')
    await page.locator('.item').first().waitFor()
    const asked = page.waitForRequest('**/model?table=Other')
    await goTo(shop.hash('collections', {}, 'Other'))
    await asked
    await goTo(shop.hash('patterns'))
    await page.getByRole('link', { name: /^orderDetail/ }).waitFor()
    const answered = page.waitForResponse('**/model?table=Other')
    letGo()
    await (await answered).finished()
    // Forces another render, whatever the answer changed.
    await goTo(shop.hash('collections'))
    await page.getByLabel('Filter by PK').waitFor()
    expect(await page.getByText('Not this one.').count()).toBe(0)
  })

  it('an item is not shown in another table that has an item with the same key', async () => {
    await shop.db.send('CreateTable', {
      TableName: 'Twin',
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      BillingMode: 'PAY_PER_REQUEST',
    })
    await shop.db.send('PutItem', { TableName: 'Other', Item: { id: { S: 'b' }, note: { S: 'mine' } } })
    const letGo = await holdBack(
      ({ operation, input }) => operation === 'GetItem' && input['TableName'] === 'Twin',
    )
    const item = JSON.stringify({ id: { S: 'b' } })
    await page.goto(shop.enter(shop.hash('collections', {}, 'Twin')))
    await page.getByRole('heading', { name: 'Twin is empty' }).waitFor()
    await goTo(shop.hash('collections', { item }, 'Other'))
    await page.getByLabel('note', { exact: true }).waitFor()
    await goTo(shop.hash('collections', { item }, 'Twin'))
    await page.getByRole('heading', { name: 'Twin is empty' }).waitFor()
    expect(await page.getByLabel('note', { exact: true }).count()).toBe(0)
    await letGo()
    await page.getByText('This item is not in the table').waitFor()
  })

  describe('a commit whose dialog was closed', () => {
    const item = JSON.stringify({ id: { S: 'c' } })
    const note = () => page.getByLabel('note', { exact: true })
    const commit = async () => {
      await button('Review and commit').click()
      await button('Commit one change in one transaction').click()
      await button('Committing…').waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    beforeEach(async () => {
      await shop.db.send('PutItem', { TableName: 'Other', Item: { id: { S: 'c' }, note: { S: 'old' } } })
    })

    it('leaves alone what was typed and opened in the meantime', async () => {
      const letGo = await holdBack(({ operation }) => operation === 'TransactWriteItems')
      await page.goto(shop.enter(shop.hash('collections', { item }, 'Other')))
      await note().fill('first')
      await commit()
      await note().fill('second')
      await button('Connections…').click()
      await letGo()
      await page.getByText('1 change committed in one transaction.').waitFor()
      await page.getByRole('dialog', { name: 'Connections' }).getByRole('button', { name: 'Close' }).click()
      expect(await note().inputValue()).toBe('second')
      await button('Review and commit').click()
      await page.getByRole('row', { name: 'note "first" "second"' }).waitFor()
    })

    it('reports why it was refused', async () => {
      await page.route('**/send', async (route) => {
        const { operation } = route.request().postDataJSON()
        if (operation !== 'TransactWriteItems') return route.continue()
        await page.getByRole('dialog').waitFor({ state: 'detached' })
        return route.abort()
      })
      await page.goto(shop.enter(shop.hash('collections', { item }, 'Other')))
      await note().fill('first')
      await commit()
      await page.getByText('The workbench does not answer. Is it still running?').first().waitFor()
      await button('Review and commit').waitFor()
    })
  })

  it('committed changes are shown even if they are read late, and can be edited further', async () => {
    const item = JSON.stringify({ id: { S: 'c' } })
    const note = () => page.getByLabel('note', { exact: true })
    await shop.db.send('PutItem', { TableName: 'Other', Item: { id: { S: 'c' }, note: { S: 'old' } } })
    const commitAll = async () => {
      await button('Review and commit').click()
      await button('Commit one change in one transaction').click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await button('Review and commit').waitFor({ state: 'detached' })
    }
    await page.goto(shop.enter(shop.hash('collections', { item }, 'Other')))
    await note().fill('first')
    const letGo = await holdBack(({ operation }) => operation === 'GetItem')
    await commitAll()
    expect(await note().inputValue()).toBe('first')
    await note().fill('second')
    await letGo()
    await commitAll()
    const { Item } = await shop.db.send('GetItem', { TableName: 'Other', Key: { id: { S: 'c' } } })
    expect(Item).toEqual({ id: { S: 'c' }, note: { S: 'second' } })
  })

  it('without a server, staged changes stay visible, and failed reads are completed once it answers', async () => {
    await shop.db.send('PutItem', { TableName: 'Other', Item: { id: { S: 'd' }, note: { S: 'old' } } })
    const other = shop.hash('collections', { item: JSON.stringify({ id: { S: 'd' } }) }, 'Other')
    await page.goto(shop.enter(other))
    await page.getByLabel('note', { exact: true }).fill('mine')
    await button('Review and commit').waitFor()
    await page.route('**/api/**', (route) => route.abort())
    await goTo(shop.hash('collections'))
    await button('Try again').waitFor()
    await goTo(other)
    await button('Review and commit').waitFor()
    await goTo(shop.hash('collections'))
    await page.locator('.notice.bad').waitFor()
    await page.unrouteAll()
    await page.locator('.item').first().waitFor()
  })

  it('a connection in progress is not started again', async () => {
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    await page.route('**/api/connections', async (route) => {
      await held
      return route.continue()
    })
    await open({}, 'collections')
    await button('Connections…').click()
    await page.getByLabel('Endpoint').fill('http://127.0.0.1:9')
    await button('Connect').click()
    expect(await button('Connecting…').isDisabled()).toBe(true)
    letGo()
    await page.getByText('This workbench cannot connect to other databases.').waitFor()
    expect(await button('Connect').isDisabled()).toBe(false)
    const isFocused = () => button('Connect').evaluate((element) => element === document.activeElement)
    await expect.poll(isFocused, { message: 'who pressed it goes on from there' }).toBe(true)
  })

  it('a request that is too long for the address stays as typed', async () => {
    await open({ view: 'json', op: 'PutItem', input: '{"TableName":"Other","Item":{"id":{"S":"a"}}}' })
    const note = 'long '.repeat(1000)
    const input = { TableName: 'Other', Item: { id: { S: 'a' }, note: { S: note } } }
    const editor = page.getByLabel('Input of PutItem as JSON')
    await editor.click()
    await page.keyboard.press('Control+A')
    await page.keyboard.insertText(JSON.stringify(input))
    await page.waitForURL((url) => !url.hash.includes('input='))
    await button('Run').click()
    await tab('History 1').waitFor()
    const { Item } = await shop.db.send('GetItem', { TableName: 'Other', Key: { id: { S: 'a' } } })
    expect(Item).toEqual(input.Item)
  })

  it('the offered values are those of the chosen index', async () => {
    const isSample = ({ quiet, operation, input }: Sent) =>
      quiet === true && operation === 'Scan' && input['IndexName'] === undefined
    const release = await holdBack(isSample)
    await open()
    await page.getByLabel('Partition PK').waitFor()
    await page.getByLabel('Table or index').selectOption('GSI1')
    // Values from the data; key prefixes are offered, too.
    const offered = page.locator('#values-GSI1PK option:not([value$="#"])')
    await expect.poll(() => offered.count()).toBeGreaterThan(0)
    const answered = page.waitForResponse(
      // The page also sends other requests, which have no body.
      (response) => response.url().endsWith('/send') && isSample(response.request().postDataJSON()),
    )
    await release()
    await (await answered).finished()
    // Forces another render, whatever the answer changed.
    await page.getByLabel('Partition GSI1PK').fill('ORDER#1')
    await page.waitForURL(/ORDER/)
    expect(await offered.count()).toBeGreaterThan(0)
  })

  it('a value from the data does not get into what is being typed as an argument of a pattern', async () => {
    const release = await holdBack(({ operation }) => operation === 'Scan')
    await open({ name: 'account' }, 'patterns')
    const field = page.getByLabel('username', { exact: true })
    await field.focus()
    await release()
    // Once the suggestions are there, the answer has arrived.
    await page.locator('#offered-username option').first().waitFor({ state: 'attached' })
    await page.keyboard.type('wren')
    expect(await field.inputValue()).toBe('wren')
  })

  it('the next page of a pattern belongs to the run, whatever was typed since', async () => {
    await open({ name: 'account', args: '{"username":"avocet"}' }, 'patterns')
    await button('Run').click()
    await button('Next page').waitFor()
    await page.getByLabel('username', { exact: true }).fill('wren')
    const asked = page.waitForRequest('**/patterns/run')
    await button('Next page').click()
    expect((await asked).postDataJSON()).toMatchObject({ arguments: { username: 'avocet' } })
  })

  it('a result that is kept late does not lead the user back to a pattern they have left', async () => {
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    await page.route('**/patterns/save', async (route) => {
      await held
      return route.continue()
    })
    const asked = page.waitForRequest('**/patterns/save')
    await open({ name: 'account', args: '{"username":"avocet"}' }, 'patterns')
    await button('Run').click()
    await button('Save as expected').click()
    await asked
    await page.getByRole('link', { name: 'Collections' }).click()
    await page.locator('.item').first().waitFor()
    const kept = page.waitForResponse('**/model?table=*')
    letGo()
    await (await kept).finished()
    await page.getByText('Saved as expected').waitFor()
    // Forces another render, whatever the answer changed.
    await goTo(shop.hash('collections', { view: 'json' }))
    await page.waitForURL(/view=json/)
    expect(page.url()).not.toContain('args')
    await page.goBack()
    expect(page.url()).not.toContain('args')
  })

  it('a name that is typed while a backup is made stays', async () => {
    const letGo = await holdBack(({ operation }) => operation === 'CreateBackup')
    await page.goto(shop.enter(shop.hash('collections', {}, 'Other')))
    await button('About Other').click()
    await button('Backups…').click()
    const name = page.getByRole('dialog').getByLabel('Backup name', { exact: true })
    const given = await name.inputValue()
    await button('Create backup').click()
    await button('Creating…').waitFor()
    await name.fill('my-own')
    await letGo()
    await page.getByText(`${given} was created.`).waitFor()
    expect(await name.inputValue()).toBe('my-own')
  })

  it('the page reported no errors', () => {
    // The browser itself reports a missing file, at a time of its own.
    expect(shop.errors.filter((error) => !error.startsWith('Failed to load resource'))).toEqual([])
  })
})
