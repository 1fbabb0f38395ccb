import type { Step } from './case.ts'

/** A table's symbol, and what of the table is meant where that is not its name. */
export const symbolPattern = /«(\w+)(:arn2?|:account|:region|:second|:third)?»/g

/** The input of a step as JSON, with symbols: so that `__proto__` survives. */
export function inputText(step: Step): string {
  const known = texts.get(step) ?? JSON.stringify(step.input)
  texts.set(step, known)
  return known
}

/** The symbols that a step's input names. */
export function inputSymbols(step: Step): ReadonlySet<string> {
  const known = symbols.get(step) ?? symbolsIn(inputText(step))
  symbols.set(step, known)
  return known
}

// Each step is taken on several targets, and some inputs are megabytes.
const texts = new WeakMap<Step, string>()
const symbols = new WeakMap<Step, ReadonlySet<string>>()

function symbolsIn(text: string): ReadonlySet<string> {
  return new Set(Array.from(text.matchAll(symbolPattern), (match) => match[1] ?? ''))
}
