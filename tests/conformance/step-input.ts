import type { Step } from './case.ts'

/** The symbol of a table, and which property of the table is meant if not its name. */
export const symbolPattern = /«(\w+)(:arn2?|:account|:region|:second|:third)?»/g

/** Returns the input of a step as JSON, with its symbols: as text, so that `__proto__` survives. */
export function inputText(step: Step): string {
  const known = texts.get(step) ?? JSON.stringify(step.input)
  texts.set(step, known)
  return known
}

/** Returns the symbols in the input of a step. */
export function inputSymbols(step: Step): ReadonlySet<string> {
  const known = symbols.get(step) ?? symbolsIn(inputText(step))
  symbols.set(step, known)
  return known
}

// Cached: each step runs on several targets, and some inputs are megabytes.
const texts = new WeakMap<Step, string>()
const symbols = new WeakMap<Step, ReadonlySet<string>>()

function symbolsIn(text: string): ReadonlySet<string> {
  return new Set(Array.from(text.matchAll(symbolPattern), (match) => match[1] ?? ''))
}
