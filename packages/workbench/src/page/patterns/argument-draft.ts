import type { PatternArgument } from '../../shared/api.ts'

export const rangeOperators = ['=', 'begins', 'between', 'gt', 'gte', 'lt', 'lte'] as const
export type RangeOperator = (typeof rangeOperators)[number]

/** An argument of a pattern, as typed. */
export interface ArgumentDraft {
  readonly operator: RangeOperator
  readonly values: readonly string[]
}

export type ArgumentDrafts = { readonly [name: string]: ArgumentDraft }

const none: ArgumentDraft = { operator: '=', values: [''] }

export function draftOf(drafts: ArgumentDrafts, name: string): ArgumentDraft {
  return Object.hasOwn(drafts, name) ? (drafts[name] ?? none) : none
}

/** Returns the arguments to send; empty ones are left out. */
export function argumentsOf(
  known: readonly PatternArgument[],
  drafts: ArgumentDrafts,
): { readonly [name: string]: unknown } {
  const given: [string, unknown][] = []
  for (const { name } of known) {
    const { operator, values } = draftOf(drafts, name)
    const [first = '', second = ''] = values
    if (first === '' || (operator === 'between' && second === '')) continue
    if (operator === '=') given.push([name, first])
    else given.push([name, { [operator]: operator === 'between' ? [first, second] : first }])
  }
  return Object.fromEntries(given)
}

/** Converts arguments that were sent to the form in which they are typed. */
export function draftsOf(given: { readonly [name: string]: unknown }): ArgumentDrafts {
  return Object.fromEntries(
    Object.entries(given).map(([name, value]): [string, ArgumentDraft] => {
      if (typeof value !== 'object' || value === null)
        return [name, { operator: '=', values: [String(value)] }]
      const [operator, bound] = Object.entries(value)[0] ?? []
      const known = rangeOperators.find((one) => one === operator) ?? '='
      return [name, { operator: known, values: Array.isArray(bound) ? bound.map(String) : [String(bound)] }]
    }),
  )
}

/** Returns the required arguments that are missing. */
export function missingArguments(
  known: readonly PatternArgument[],
  drafts: ArgumentDrafts,
): readonly string[] {
  const given = argumentsOf(known, drafts)
  return known.filter(({ name, required }) => required && !Object.hasOwn(given, name)).map(({ name }) => name)
}

/** Formats arguments in one line: `username: alexdebrie, orderId: begins 2` */
export function argumentsText(given: { readonly [name: string]: unknown }): string {
  const texts = Object.entries(given).map(([name, value]) => {
    if (typeof value !== 'object' || value === null) return `${name}: ${String(value)}`
    const [operator, bound] = Object.entries(value)[0] ?? ['', '']
    return `${name} ${operator} ${Array.isArray(bound) ? bound.join(' and ') : String(bound)}`
  })
  return texts.length === 0 ? 'no arguments' : texts.join(', ')
}
