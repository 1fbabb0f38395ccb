import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { moduleFor, providersFor } from './providers.ts'
import { type Example, root } from './read-examples.ts'

/** What runs an example: it fails when a result is not what its comment says. */
export function compileExample(example: Example): string {
  const code = withChecks(example.code)
  const provided = provide(example, code)
  const program = [...provided, code].join('\n').replaceAll(/ from '([^']+)'/g, (_, specifier: string) => {
    return ` from '${specifier.startsWith('.') ? besides(example, specifier) : moduleFor(specifier)}'`
  })
  const runtime = join(root, 'tests', 'docs-examples', 'expect-result.ts').replaceAll('\\', '/')
  return `import { expectResult, expectThrow, more } from '${runtime}'\nvoid [expectResult, expectThrow, more]\n${program}\nexport {}\n`
}

/** The lines that give an example the names that it uses and does not make itself. */
function provide({ file }: Example, code: string): string[] {
  const uses = (name: string) => new RegExp(`(?<![.\\w'])${name}\\b(?!['\\w:])`).test(code)
  const makes = (name: string) =>
    new RegExp(`\\b(?:const|let|function|class) ${name}\\b|import [^;]*\\b${name}\\b[^;]* from`).test(code)
  const own = exportsOf(file).map((name): [string, string] => [
    name,
    `import { ${name} } from '${absolute(file)}'`,
  ])
  const known = new Map([...providersFor(file), ...own])
  const wanted = [...known]
    .filter(([name]) => uses(name) && !makes(name))
    .flatMap(([, lines]) => lines.split('\n'))
  // Imports first, since the other lines may use them.
  return wanted.toSorted((a, b) => Number(b.startsWith('import')) - Number(a.startsWith('import')))
}

function exportsOf(file: string): string[] {
  if (!file.endsWith('.ts')) return []
  const text = readFileSync(join(root, file), 'utf8')
  return [...text.matchAll(/^export (?:async )?(?:function|class|const) (\w+)/gm)].map(
    ([, name]) => name as string,
  )
}

/** The path of a file of the project, as an import names it. */
function absolute(file: string): string {
  return join(root, file).replaceAll('\\', '/')
}

/** Where an import leads that goes out from the page that it stands on. */
function besides({ file }: Example, specifier: string): string {
  return absolute(join(dirname(file), specifier))
}

/**
 * Turns comments with results into checks of the statement before them:
 *
 *     Result : "//" Literal | "//" "throws" Message
 *
 * on the same line, or on lines of their own. A comment that is neither stays what it is.
 */
function withChecks(code: string): string {
  const lines: string[] = []
  const input = code.split('\n')
  for (let at = 0; at < input.length; at++) {
    const line = input[at] ?? ''
    const [, before = line, sameLine] = /^(.*\S) \/\/ (.*)$/.exec(line) ?? []
    if (sameLine !== undefined && isResult(sameLine)) {
      lines.push(...checked([before], sameLine))
    } else if (/^\/\/ /.test(line) && isResult(line.slice(3)) && lines.length > 0) {
      const comment = [line]
      while (/^\/\/ /.test(input[at + 1] ?? '')) comment.push(input[++at] ?? '')
      const statement = lines.splice(lastStatement(lines))
      lines.push(...checked(statement, comment.map((part) => part.slice(3)).join(' ')))
    } else lines.push(line)
  }
  return lines.join('\n')
}

function isResult(comment: string): boolean {
  return /^(?:[[{'"\d-]|true\b|false\b|undefined\b|throws )/.test(comment)
}

/** Where the last statement of some lines starts: at the last line outside of all brackets. */
function lastStatement(lines: readonly string[]): number {
  let depth = 0
  let start = 0
  for (const [at, line] of lines.entries()) {
    if (depth === 0 && line.trim() !== '') start = at
    const bare = line.replaceAll(/'(?:[^'\\]|\\.)*'/g, '')
    depth += (bare.match(/[([{]/g)?.length ?? 0) - (bare.match(/[)\]}]/g)?.length ?? 0)
  }
  return start
}

function checked(statement: readonly string[], result: string): string[] {
  const text = statement.join('\n')
  if (result.startsWith('throws ')) {
    return [`await expectThrow(async () => ${text}, ${JSON.stringify(result.slice('throws '.length))})`]
  }
  const expected = withMore(result)
  const declared = /^const (\w+) =/.exec(text)?.[1]
  return declared === undefined
    ? [`expectResult(${text}, ${expected})`]
    : [...statement, `expectResult(${declared}, ${expected})`]
}

/** The literal of a result as code: `…` outside of text says that there is more, or as a member any value. */
function withMore(result: string): string {
  const open: string[] = []
  let code = ''
  let quote = ''
  for (const character of result) {
    if (quote !== '') quote = character === quote ? '' : quote
    else if (character === "'" || character === '"') quote = character
    else if (character === '{' || character === '[') open.push(character)
    else if (character === '}' || character === ']') open.pop()
    const isMore = character === '…' && quote === ''
    const isMember = open.at(-1) === '{' && !/:\s*$/.test(code)
    code += isMore ? (isMember ? '[more]: true' : 'more') : character
  }
  return code
}
