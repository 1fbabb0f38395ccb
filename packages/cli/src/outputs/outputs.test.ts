import { lstatSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createDatabase, type Database } from '@monotable/engine'
import { createServer, type Server } from '@monotable/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { main } from '../main.ts'

const root = resolve(import.meta.dirname, '..', '..', '..', '..')
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'monotable-outputs-'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true, force: true })
})

/** Runs the command in this process and captures its output. */
async function run(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const printed = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    vi.spyOn(process[name], 'write').mockImplementation((chunk) => {
      printed[name] += String(chunk)
      return true
    })
  }
  try {
    return { code: await main(args), ...printed }
  } finally {
    vi.restoreAllMocks()
  }
}

function file(name: string, content?: string | object): string {
  const path = join(folder, name)
  if (content !== undefined)
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

const source = `import { model, shape, table } from '@monotable/model'
const notes = table('Notes', { key: { pk: 'PK', sk: 'SK' }, ttl: 'ttl' })
const Note = notes.entity('Note', {
  schema: shape<{ owner: string; day: string }>({ owner: 'S', day: 'S' }),
  key: { pk: 'OWNER#{owner}', sk: 'NOTE#{day}' },
})
export const app = model({ entities: { Note }, patterns: { ofOwner: Note.query('primary', { page: 5 }) } })
`

const text = (name: string) => ({ AttributeName: name, AttributeType: 'S' })
const workbenchFile = {
  ModelName: 'Diary',
  DataModel: [
    {
      TableName: 'Diary',
      KeyAttributes: { PartitionKey: text('PK'), SortKey: text('SK') },
      TableFacets: [
        {
          FacetName: 'Day',
          KeyAttributeAlias: { PartitionKeyAlias: 'YEAR#year', SortKeyAlias: 'DAY#day' },
          NonKeyAttributes: ['words'],
          TableData: [
            { PK: { S: 'YEAR#2026' }, SK: { S: 'DAY#1' }, words: { N: 3 } },
            { PK: { S: 'YEAR#2026' }, SK: { S: 'DAY#2' } },
            { PK: { S: '' }, SK: { S: 'DAY#3' } },
          ],
        },
      ],
    },
  ],
}

describe('monotable docs', () => {
  it('writes Markdown, or a single page of HTML, depending on the file extension', async () => {
    const model = file('model.ts', source)
    const markdown = await run('docs', model)
    expect(markdown).toMatchObject({ code: 0, stderr: '' })
    expect(markdown.stdout).toContain('| Note | `OWNER#{owner}` | `NOTE#{day}` |')
    await run('docs', model, '--out', file('model.html'), '--title', 'My <notes>')
    expect(readFileSync(file('model.html'), 'utf8')).toContain('<h1>My &lt;notes&gt;</h1>')
    await run('docs', model, '--format', 'html', '--out', join(folder, 'pages'))
    expect(readFileSync(join(folder, 'pages', 'model.html'), 'utf8')).toContain('<!doctype html>')
  })

  it('prints the description for programs', async () => {
    const { stdout } = await run('docs', file('model.ts', source), '--json')
    expect(JSON.parse(stdout)).toMatchObject({ tables: [{ name: 'Notes', patterns: [{ name: 'ofOwner' }] }] })
  })

  it('says what is wrong', async () => {
    expect(await run('docs')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('the model file is missing'),
    })
    expect(await run('docs', file('none.ts'))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('no file'),
    })
    expect(await run('docs', folder)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is a folder'),
    })
    expect(await run('docs', 'model.ts', '--format', 'pdf')).toMatchObject({ code: 2 })
    expect(await run('docs', 'model.ts', '--json', '--title', 'a')).toMatchObject({ code: 2 })
  })

  it.skipIf(process.platform === 'win32')('writes through a link, and leaves the link in place', async () => {
    const out = join(folder, 'link.md')
    symlinkSync(file('linked.md', ''), out)
    expect(await run('docs', file('model.ts', source), '--out', out)).toMatchObject({ code: 0, stderr: '' })
    expect(lstatSync(out).isSymbolicLink()).toBe(true)
    expect(readFileSync(file('linked.md'), 'utf8')).toContain('# Notes')
  })
})

describe('monotable export <format>', () => {
  it.each([
    ['cloudformation', '"Type": "AWS::DynamoDB::Table"'],
    ['cdk', 'new dynamodb.TableV2(this'],
    ['terraform', 'resource "aws_dynamodb_table" "notes"'],
    ['create-table', '"TableName": "Notes"'],
    ['iam', '"dynamodb:LeadingKeys"'],
    ['nosql-workbench', '"PartitionKeyAlias": "OWNER#owner"'],
  ])('%s', async (format, part) => {
    const { code, stdout } = await run('export', format, file('model.ts', source))
    expect(code).toBe(0)
    expect(stdout).toContain(part)
  })

  it('accepts settings, and writes YAML for CloudFormation', async () => {
    const out = file('template.yaml')
    const options = ['--read-units', '3', '--write-units', '2', '--stream', 'new_image', '--recovery']
    const { stdout } = await run(
      'export',
      'cloudformation',
      file('model.ts', source),
      '--out',
      out,
      '--json',
      ...options,
    )
    expect(JSON.parse(stdout)).toEqual({ format: 'cloudformation', file: out, tables: ['Notes'] })
    const yaml = readFileSync(out, 'utf8')
    expect(yaml).toContain('ReadCapacityUnits: 3')
    expect(yaml).toContain('StreamViewType: NEW_IMAGE')
  })

  it('reports what CreateTable cannot express, in a form that a shell accepts', async () => {
    const named = source.replace("ttl: 'ttl'", `ttl: "it's"`)
    const { stderr } = await run('export', 'create-table', file('named.ts', named), '--recovery')
    expect(stderr).toContain(`'{"Enabled":true,"AttributeName":"it'\\''s"}' --table-name Notes`)
    expect(stderr).toContain('update-continuous-backups')
  })

  it('says what is wrong', async () => {
    const model = file('model.ts', source)
    const account = await run('export', 'iam', model, '--account', '123')
    expect(account).toMatchObject({ code: 2, stderr: expect.stringContaining('12 digits, not "123"') })
    expect((await run('export', 'terrafrom', model)).stderr).toContain('did you mean "terraform"?')
    const misplaced = await run('export', 'terraform', model, '--yaml')
    expect(misplaced).toMatchObject({ code: 2, stdout: '' })
    expect(misplaced.stderr).toContain('--yaml is for cloudformation, not for terraform')
    expect((await run('export', 'iam', model, '--only', 'nobody')).stderr).toContain(
      'no entity or pattern "nobody"',
    )
    expect((await run('export', 'cdk', model, '--table', 'Other')).stderr).toContain('it has Notes')
    expect(await run('export', 'cdk', model, '--stream', 'all')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Run "monotable export cdk --help"'),
    })
    const misspelt = file('misspelt')
    expect(await run('export', 'nosql-workbench', model, '--path', misspelt)).toMatchObject({
      code: 1,
      stderr: `monotable: There is no folder ${misspelt}. Name the folder that has the data.\n`,
    })
    expect((await run('export', 'cdk', '--help')).stdout).toContain('Usage: monotable export <format>')
  })
})

describe('monotable import <format>', () => {
  let db: Database
  let server: Server
  beforeEach(async () => {
    db = await createDatabase()
    server = await createServer(db, { port: 0 })
  })
  afterEach(async () => {
    await server.close({ limitMs: 0 })
    await db.close()
  })

  it('nosql-workbench writes a model that loads, with its data, in both directions', async () => {
    const model = file('diary.ts')
    const read = await run(
      'import',
      'nosql-workbench',
      file('diary.json', workbenchFile),
      '--out',
      model,
      '--endpoint',
      server.url,
    )
    expect(read.code).toBe(0)
    expect(read.stderr.split('\n')).toEqual([
      'DataModel[0].TableFacets[0].TableData[0].words N held no text; numbers are written as text',
      'DataModel[0].TableFacets[0].TableData[2] has no valid key PK, and was left out',
      'Diary: 2 items written',
      '',
    ])
    const { Count } = await db.send('Scan', { TableName: 'Diary' })
    expect(Count).toBe(2)
    const again = file('again.json')
    await run('export', 'nosql-workbench', model, '--endpoint', server.url, '--out', again, '--name', 'Diary')
    const { stdout } = await run('import', 'nosql-workbench', again)
    expect(stdout).toBe(readFileSync(model, 'utf8'))
    expect((await run('import', 'nosql-workbench', again, '--json')).stdout).toBe(
      `${JSON.stringify({ format: 'nosql-workbench', tables: [{ name: 'Diary' }], messages: [] })}\n`,
    )
  })

  it('nosql-workbench loads data into a folder', async () => {
    const path = join(folder, 'data')
    const { stdout } = await run(
      'import',
      'nosql-workbench',
      file('diary.json', workbenchFile),
      '--path',
      path,
      '--json',
    )
    expect(JSON.parse(stdout)).toMatchObject({ tables: [{ name: 'Diary', items: 2, refused: [] }] })
  })

  it('cloudformation restores the model that export wrote', async () => {
    const template = file('template.json')
    await run('export', 'cloudformation', file('model.ts', source), '--out', template)
    const out = file('back.ts')
    expect(await run('import', 'cloudformation', template, '--out', out)).toMatchObject({
      code: 0,
      stderr: '',
    })
    const { stdout } = await run('docs', out, '--json')
    expect(JSON.parse(stdout)).toMatchObject({
      tables: [{ name: 'Notes', ttlAttribute: 'ttl', key: { pk: [{ name: 'PK' }], sk: [{ name: 'SK' }] } }],
    })
  })

  it('overwrites no file unless told to, and says what is wrong', async () => {
    const diary = file('diary.json', workbenchFile)
    const out = file('mine.ts', '// mine')
    expect((await run('import', 'nosql-workbench', diary, '--out', out)).stderr).toContain('--force')
    expect(readFileSync(out, 'utf8')).toBe('// mine')
    expect((await run('import', 'nosql-workbench', diary, '--out', out, '--force')).code).toBe(0)
    expect((await run('import', 'nosql-workbench', file('bad.json', '{'))).stderr).toContain('is not JSON')
    expect((await run('import', 'cloudformation', '.')).stderr).toContain(
      '. is a folder, but a file is needed there.',
    )
    expect((await run('import', 'cloudformation', file('t.yaml', 'a: [b'))).stderr).toContain('is not YAML')
    expect((await run('import', 'cloudformation', diary)).stderr).toContain('has no table that can be read')
    expect((await run('import', 'excel', diary)).code).toBe(2)
    expect(await run('import', 'nosql-workbench', file('none.json'))).toMatchObject({
      code: 1,
      stderr: `monotable: There is no file ${file('none.json')}.\n`,
    })
  })

  it('reads YAML templates with the short forms of functions', async () => {
    const template = `
AWSTemplateFormatVersion: '2010-09-09'
Parameters:
  Stage: { Type: String, Default: dev }
Resources:
  Orders:
    Type: AWS::DynamoDB::Table
    Properties:
      TableName: !Sub 'orders-\${Stage}'
      BillingMode: PAY_PER_REQUEST
      AttributeDefinitions:
        - { AttributeName: PK, AttributeType: S }
        - { AttributeName: SK, AttributeType: S }
      KeySchema:
        - { AttributeName: PK, KeyType: HASH }
        - { AttributeName: SK, KeyType: RANGE }
      Tags: [{ Key: arn, Value: !GetAtt Orders.Arn }, { Key: x, Value: !Join ['-', [a, !Ref Stage]] }]
`
    const { stdout, code } = await run('import', 'cloudformation', file('orders.yaml', template))
    expect(code).toBe(0)
    expect(stdout).toContain("'orders-dev'")
    expect(stdout).toContain("{ pk: 'PK', sk: 'SK' }")
  })

  it('names in a file cannot control the terminal', async () => {
    const [table] = workbenchFile.DataModel
    const hostile = {
      DataModel: [{ ...table, NonKeyAttributes: [{ AttributeName: 'x', AttributeType: '\u001b[2J' }] }],
    }
    const { stderr } = await run('import', 'nosql-workbench', file('h.json', hostile))
    expect(stderr).not.toContain('\u001b')
  })
})
