import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { moduleFor, providersFor } from './providers.ts'
import { type Example, root } from './read-examples.ts'

/** Returns a program that runs an example and fails when a result differs from the one in its comment. */
export function compileExample(example: Example): string {
  const code = withChecks(example.code)
  const provided = provide(example, code)
  const program = [...provided, code].join('\n').replaceAll(/ from '([^']+)'/g, (_, specifier: string) => {
    return ` from '${specifier.startsWith('.') ? besides(example, specifier) : moduleFor(specifier)}'`
  })
  const runtime = join(root, 'tests', 'docs-examples', 'expect-result.ts').replaceAll('\\', '/')
  return `import { expectResult, expectThrow, more } from '${runtime}'\nvoid [expectResult, expectThrow, more]\n${program}\nexport {}\n`
}

/** Returns the lines that define the names that an example uses and does not define itself. */
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

/** Returns the absolute path of a file of the project, in the form of an import. */
function absolute(file: string): string {
  return join(root, file).replaceAll('\\', '/')
}

/** Returns the absolute path of an import that is relative to the page. */
function besides({ file }: Example, specifier: string): string {
  return absolute(join(dirname(file), specifier))
}

/**
 * Turns comments that state results into checks of the statement before them:
 *
 *     Result : "//" Literal | "//" "throws" Message
 *
 * on the same line, or on lines of their own. Any other comment stays as it is.
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

/** Returns where the last statement starts: at the last line that begins outside of all brackets. */
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

/**
 * Returns the literal of a result as code. `…` outside of text stands for more elements or members, or for any value.
 */
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
