import { normalizeKey, OPEN_KEY, valueCountOf } from './condition-keys.ts'
import { expandVariables, type Variables } from './expand-variables.ts'
import type { WrittenStatement, WrittenTest } from './parse-policy.ts'
import { PolicyError } from './policy-error.ts'
import type { Principal } from './principal.ts'
import type { RequestFacts } from './request-facts.ts'
import { type Comparison, comparisons, type ValueTest } from './value-test.ts'

/** A compiled test of a condition. */
export type ConditionTest = (request: RequestFacts) => boolean

interface Operator {
  /** Which of a key's values the test is about; absent for a key that has at most one. */
  readonly quantifier: 'all' | 'any' | undefined
  readonly comparison: Comparison
  readonly ifExists: boolean
}

/** The statement that a test belongs to, and the user it is compiled for. */
interface TestSetting {
  readonly effect: WrittenStatement['effect']
  readonly principal: Principal
  readonly variables: Variables
}

/** Compiles one test of a condition. */
export function compileTest(
  { operator: name, key, values }: WrittenTest,
  { effect, principal, variables }: TestSetting,
): ConditionTest {
  const normalized = normalizeKey(key)
  const count = valueCountOf(normalized) ?? countOf(principal.values.get(normalized))
  if (count === undefined) {
    throw new PolicyError(`the condition key ${key} is not known, nor does the context of the user name it`)
  }
  if (/^null$/i.test(name)) return compileNull(normalized, values)
  const operator = parseOperator(name)
  if (count === 'many' && operator.quantifier === undefined) {
    throw new PolicyError(`${key} has many values: write ForAllValues:${name} or ForAnyValue:${name}`)
  }
  const { comparison } = operator
  const tests = values.map((value) => comparison.prepare(expandVariables(value, variables)))
  const matches: ValueTest = (value) => tests.some((test) => test(value)) !== comparison.negated
  // Tag keys that differ only in case give a single-valued key several values. An Allow must hold for each of them,
  // or one could hide behind another (IAM user guide: the name matches both, which "can result in unexpected
  // condition failures").
  const ofEach = operator.quantifier === undefined ? effect === 'Allow' : operator.quantifier === 'all'
  return (request) => {
    const found = request.valuesOf(normalized)
    if (found === undefined || found.length === 0) return holdsOfNone(operator)
    return ofEach ? found.every(matches) : found.some(matches)
  }
}

function countOf(values: readonly string[] | undefined): 'one' | 'many' | undefined {
  if (values === undefined) return undefined
  return values.length > 1 ? 'many' : 'one'
}

/**
 *     Operator : ( ( "ForAllValues" | "ForAnyValue" ) ":" )? Comparison "IfExists"?
 */
function parseOperator(name: string): Operator {
  const [, quantifier, comparisonName = '', ifExists] =
    /^(?:(forallvalues|foranyvalue):)?(.*?)(ifexists)?$/i.exec(name) ?? []
  const comparison = comparisons.get(comparisonName.toLowerCase())
  if (comparison === undefined) throw new PolicyError(`the condition operator ${name} is not known`)
  return {
    quantifier: quantifier && (quantifier.toLowerCase() === 'forallvalues' ? 'all' : 'any'),
    comparison,
    ifExists: ifExists !== undefined,
  } as Operator
}

/** Compiles the test whether the key is absent (`true`) or present (`false`). */
function compileNull(key: string, values: readonly string[]): ConditionTest {
  const wanted = values.map((value) => {
    const word = value.toLowerCase()
    if (word !== 'true' && word !== 'false') throw new PolicyError('Null takes "true" or "false"')
    return word === 'true'
  })
  return (request) => wanted.includes((request.valuesOf(key) ?? []).every((value) => value === OPEN_KEY))
}

// An absent key fails every positive comparison and satisfies every negated one; without values "all" holds and
// "any" does not (IAM user guide: condition operators; set operators).
function holdsOfNone({ quantifier, comparison, ifExists }: Operator): boolean {
  if (ifExists || quantifier === 'all') return true
  return quantifier === undefined && comparison.negated
}
