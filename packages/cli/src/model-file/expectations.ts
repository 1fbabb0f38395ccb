import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import { ConfigurationError } from '@monotable/server'
import { writeFileWhole } from '../transfer/write-file-whole.ts'

/** An item in JSON, with binary values in base64. */
export type JsonItem = { readonly [attribute: string]: { readonly [type: string]: unknown } }

/** The result of a pattern call that was recorded once, and that the call has to return again. */
export interface Expectation {
  readonly pattern: string
  /** In JSON form: Dates as ISO text, numbers optionally as text. */
  readonly arguments: { readonly [name: string]: unknown }
  /** The items that are put into an empty table first. */
  readonly items: readonly JsonItem[]
  /** The stored keys of the items that the first page reads, in order. */
  readonly returns: readonly JsonItem[]
  /** The most read units that the call may consume. */
  readonly units?: number
}

const format = 1

/** Returns the file with the expectations of a model: `model.expectations.json` beside `model.ts`. */
export function expectationsFile(modelFile: string): string {
  const name = basename(modelFile, extname(modelFile))
  return join(dirname(modelFile), `${name}.expectations.json`)
}

/** Reads the expectations of a model; none if there is no file. */
export function readExpectations(modelFile: string): readonly Expectation[] {
  const file = expectationsFile(modelFile)
  if (!existsSync(file)) return []
  const fail = (what: string): never => {
    throw new ConfigurationError(`${file} ${what}. Correct it, or delete it and save the calls again.`)
  }
  let content: unknown
  try {
    content = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    return fail(`is not JSON: ${(error as Error).message}`)
  }
  const { format: found, expectations } = (content ?? {}) as { format?: unknown; expectations?: unknown }
  if (found !== format)
    return fail(`has the format ${JSON.stringify(found)}, but this version reads ${format}`)
  if (!Array.isArray(expectations)) return fail('has no list "expectations"')
  const wrong = expectations.findIndex((expectation) => !isExpectation(expectation))
  return wrong < 0 ? expectations : fail(`has an invalid expectation, number ${wrong + 1}`)
}

/** Saves an expectation, replacing an older one of the same call, and returns the file that holds it. */
export async function saveExpectation(modelFile: string, expectation: Expectation): Promise<string> {
  const call = callOf(expectation)
  const others = readExpectations(modelFile).filter((other) => callOf(other) !== call)
  const content = { format, expectations: [...others, expectation] }
  const file = expectationsFile(modelFile)
  await writeFileWhole(file, `${JSON.stringify(content, null, 2)}\n`)
  return file
}

/** Formats a call as text: pattern and arguments. */
export function callOf({ pattern, arguments: args }: Pick<Expectation, 'pattern' | 'arguments'>): string {
  return `${pattern}(${JSON.stringify(args)})`
}

function isExpectation(value: unknown): value is Expectation {
  if (typeof value !== 'object' || value === null) return false
  const { pattern, arguments: args, items, returns, units } = value as Partial<Expectation>
  return (
    typeof pattern === 'string' &&
    typeof args === 'object' &&
    args !== null &&
    isItems(items) &&
    isItems(returns) &&
    (units === undefined || typeof units === 'number')
  )
}

function isItems(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'object' && item !== null)
}
