import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compileExample } from './docs-examples/compile-example.ts'
import { compiledOnly } from './docs-examples/providers.ts'
import { readExamples, root } from './docs-examples/read-examples.ts'
import { runCompiler } from './run-compiler.ts'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'monotable-examples-')))
symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')

writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')

const examples = readExamples().map((example) => {
  const title = `${example.file}:${example.line}`
  const module = join(folder, `${title.replaceAll(/[^\w.-]/g, '_')}.ts`)
  const text = compileExample(example)
  writeFileSync(module, text)
  return { ...example, title, module, isTestFile: / from '(vitest|@jest\/globals)'/.test(example.code) }
})
const programs = examples.filter(({ file, isTestFile }) => !isTestFile && compiledOnly[file] === undefined)
const testFiles = examples.filter(({ isTestFile }) => isTestFile)

const startFolder = process.cwd()
const runFolder = join(folder, 'run')
mkdirSync(runFolder)

beforeAll(() => process.chdir(runFolder))
afterAll(() => {
  process.chdir(startFolder)
  rmSync(folder, { recursive: true, force: true })
})

describe('examples', () => {
  it('exist, in comments and on pages', () => {
    expect(examples.filter(({ file }) => file.endsWith('.ts')).length).toBeGreaterThan(15)
    expect(examples.filter(({ file }) => file.endsWith('.md')).length).toBeGreaterThan(3)
  })

  it('compile', () => {
    const options = {
      extends: join(root, 'tsconfig.check.json'),
      compilerOptions: {
        noUnusedLocals: false,
        rewriteRelativeImportExtensions: false,
        allowImportingTsExtensions: true,
      },
      include: ['*.ts'],
    }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(options))
    expect(
      runCompiler(folder)
        .split('\n')
        .filter((line) => line.trim() !== ''),
    ).toEqual([])
  })

  it.each([
    ['1 + 1', '3'],
    ["Promise.reject(new Error('no'))", 'throws yes'],
    ['({ a: 1, b: 2 })', '{ a: 1 }'],
  ])('%s that shows %s is noticed', async (statement, result) => {
    const module = join(folder, `wrong-${result.replaceAll(/\W/g, '')}.ts`)
    writeFileSync(module, compileExample({ file: 'README.md', line: 1, code: `${statement}\n// ${result}` }))
    await expect(import(/* @vite-ignore */ module)).rejects.toThrow(/^expected /)
  })

  it.each(programs)('$title gives the results that it shows', async ({ module }) => {
    // Each runs in a folder of its own: a store of another kind refuses what an earlier example has left.
    process.chdir(mkdtempSync(join(runFolder, 'example-')))
    await import(/* @vite-ignore */ module)
  })

  describe.each(testFiles)('$title', async ({ module }) => {
    await import(/* @vite-ignore */ module)
  })
})
