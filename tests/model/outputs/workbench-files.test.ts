import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createDatabase } from '@monotable/engine'
import {
  describedTableInput,
  type JsonItem,
  type ModelDescription,
  modelSource,
  readWorkbenchFile,
  writeWorkbenchFile,
} from '@monotable/model/outputs'
import { afterAll, describe, expect, it } from 'vitest'
import { runCompiler } from '../../run-compiler.ts'

/* Files of NoSQL Workbench that people have published. They are not part of the project. */
const root = resolve(import.meta.dirname, '..', '..', '..')
const folder = resolve(process.env['WORKBENCH_MODELS'] ?? join(root, '..', 'shared', 'models'))
const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : []

describe.skipIf(files.length === 0)('published files of NoSQL Workbench', () => {
  it.each(files)('%s is read, loaded and written, and reads the same again', async (name) => {
    const json = JSON.parse(readFileSync(join(folder, name), 'utf8')) as { DataModel: unknown[] }
    const first = readWorkbenchFile(json)
    expect(first.description.tables.length).toBe(json.DataModel.length)
    expect(first.messages.filter(({ path }) => /^DataModel(\[\d+\])?$/.test(path))).toEqual([])

    const stored = await loadItems(first.description, first.items)
    for (const [table, items] of first.items) expect(stored.get(table)?.length).toBe(items.length)

    const { file } = writeWorkbenchFile(first.description, { items: stored, base: json })
    const second = readWorkbenchFile(JSON.parse(JSON.stringify(file)))
    // Only aliases stay as they were, also those that their items do not have.
    expect(second.messages).toEqual(first.messages.filter(({ path }) => path.includes('.KeyAttributeAlias.')))
    expect(modelSource(second.description)).toBe(modelSource(first.description))
    writeFileSync(join(sources, `${name}.ts`), modelSource(first.description))
    for (const [table, items] of first.items) {
      expect(sorted(second.items.get(table) ?? [])).toEqual(sorted(items))
    }
  })

  it('the model files of all of them compile', () => {
    symlinkSync(join(root, 'node_modules'), join(sources, 'node_modules'), 'junction')
    writeFileSync(join(sources, 'package.json'), '{ "type": "module" }')
    const options = { extends: join(root, 'tsconfig.check.json'), include: ['*.ts'] }
    writeFileSync(join(sources, 'tsconfig.json'), JSON.stringify(options))
    // Errors in other files are reported elsewhere.
    expect(
      runCompiler(sources)
        .split('\n')
        .filter((line) => line.includes('.json.ts(')),
    ).toEqual([])
    expect(readdirSync(sources).filter((name) => name.endsWith('.json.ts')).length).toBe(files.length)
  })
})

/** The folder of the generated model files, which are compiled together. */
const sources = mkdtempSync(join(tmpdir(), 'monotable-models-'))
afterAll(() => rmSync(sources, { recursive: true, force: true }))

async function loadItems(
  { tables }: ModelDescription,
  items: ReadonlyMap<string, readonly JsonItem[]>,
): Promise<Map<string, JsonItem[]>> {
  const db = await createDatabase()
  const caller = { region: 'us-east-1', accountId: '000000000000' }
  const stored = new Map<string, JsonItem[]>()
  for (const table of tables) {
    await db.execute('CreateTable', describedTableInput(table), caller)
    for (const Item of items.get(table.name) ?? []) {
      await db.execute('PutItem', { TableName: table.name, Item }, caller)
    }
    const { Items } = JSON.parse(await db.execute('Scan', { TableName: table.name }, caller)) as {
      Items: JsonItem[]
    }
    stored.set(table.name, Items)
  }
  await db.close()
  return stored
}

function sorted(items: readonly JsonItem[]): string[] {
  return items.map((item) => JSON.stringify(Object.entries(item).sort())).sort()
}
