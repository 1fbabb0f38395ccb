import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCommand } from '../../../../tests/run-command.ts'
import { openDatabase } from '../open-database.ts'
import { parseMigrateOptions } from './migrate-options.ts'
import { parseRecountOptions } from './recount-options.ts'

it('the period, and what is not checked, are options', () => {
  const options = parseMigrateOptions(['run', 'model.ts', '--period', '2026-01', '--unchecked'], {})
  expect(options).toMatchObject({ period: '2026-01', unchecked: true })
  expect(parseMigrateOptions(['plan', 'model.ts'], {})).toMatchObject({ period: undefined, unchecked: false })
  expect(parseRecountOptions(['plan', 'model.ts', '--period=2026-01'], {})).toMatchObject({
    period: '2026-01',
  })
})

describe('the table of one period', () => {
  const folder = mkdtempSync(join(tmpdir(), 'monotable-period-'))
  const path = join(folder, 'data')
  const file = join(folder, 'model.ts')
  const command = (...args: string[]) => runCommand(folder, [...args, '--path', path])

  beforeAll(async () => {
    const source = (name: string) =>
      JSON.stringify(join(import.meta.dirname, `../../../model/dist/${name}.js`))
    writeFileSync(
      file,
      `import { model, table } from ${source('index')}
import { evolution } from ${source('evolution')}
import { periods } from ${source('distribution')}
import { relations } from ${source('relations')}
const events = table('Events', { key: { pk: 'PK' }, periods: periods('month'), relations })
const check = (value) => typeof value.kind === 'string' ? { value } : { issues: [{ message: 'has no kind' }] }
const Event = events.entity('Event', {
  schema: { '~standard': { version: 1, vendor: 'here', validate: check } },
  key: { pk: 'EVENT#{id}' },
  period: 'at',
  unique: { kind: 'KIND#{kind}' },
  evolution: evolution({ 2: { up: ({ sort, ...item }) => ({ ...item, kind: sort }) } }),
})
export default model({ entities: { Event } })
`,
    )
    const db = await openDatabase({ path })
    for (const month of ['2026-01', '2026-02']) {
      const TableName = `Events-${month}`
      await db.send('CreateTable', {
        TableName,
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: [{ AttributeName: 'PK', AttributeType: 'S' }],
        KeySchema: [{ AttributeName: 'PK', KeyType: 'HASH' }],
      })
      for (const [id, sort] of [
        ['1', { S: 'a' }],
        ['2', { N: '2' }],
      ] as const) {
        const at = { S: `${month}-05` }
        const own = { PK: { S: `EVENT#${id}` }, _type: { S: 'Event' } }
        await db.send('PutItem', { TableName, Item: { ...own, id: { S: id }, at, sort } })
      }
    }
    await db.close()
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('is migrated by itself, and recounted; without one, the command says how to choose', async () => {
    expect(await runCommand(folder, ['check', file, '--lock'])).toMatchObject({ code: 0 })
    expect(await command('migrate', 'plan', file)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('or --period on the command line'),
    })
    const january = ['--period', '2026-01', '--json', '--yes']
    const plan = await command('migrate', 'plan', file, ...january)
    expect(JSON.parse(plan.stdout)).toMatchObject([
      { table: 'Events-2026-01', changed: 1, problems: 1, drift: [] },
    ])
    const run = await command('migrate', 'run', file, ...january, '--unchecked')
    expect(JSON.parse(run.stdout)).toMatchObject([{ table: 'Events-2026-01', changed: 2, problems: 0 }])
    const status = await command('migrate', 'status', file, '--period', '2026-01')
    expect(status.stdout).toContain('Event@2, done')
    const recount = await command('recount', 'plan', file, '--period', '2026-01', '--json')
    expect(JSON.parse(recount.stdout)).toMatchObject([{ table: 'Events-2026-01' }])
    const february = await command('migrate', 'plan', file, '--period', '2026-02', '--json')
    expect(JSON.parse(february.stdout)).toMatchObject([{ table: 'Events-2026-02', changed: 1, problems: 1 }])
  })
})
