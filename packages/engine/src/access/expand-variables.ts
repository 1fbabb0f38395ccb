import { normalizeKey, valueCountOf } from './condition-keys.ts'
import { PolicyError } from './policy-error.ts'
import type { Principal } from './principal.ts'
import { holdsMarks, toPattern } from './text-pattern.ts'
import type { PolicyValue } from './value-test.ts'

/**
 * The values of variables in the texts of a policy; if undefined, variables are plain text, as in the oldest policy
 * version.
 */
export type Variables = Principal | undefined

/**
 * Replaces the variables of a text by their values. Only wildcards of the text itself count: a star inside a value
 * is that character.
 *
 *     Variable : "${" ( "*" | "?" | "$" | KEY ( "," "'" DEFAULT "'" )? ) "}"
 */
export function expandVariables(source: string, variables: Variables): PolicyValue {
  if (holdsMarks(source)) throw new PolicyError('the characters U+FFFE and U+FFFF cannot be in a policy')
  if (variables === undefined || !source.includes('${')) return { text: source, pattern: toPattern(source) }
  let text = ''
  let pattern = ''
  // Every other piece is the content of braces.
  for (const [position, piece] of source.split(/\$\{([^}]*)\}/).entries()) {
    if (position % 2 === 0) {
      if (piece.includes('${')) throw new PolicyError(`a variable of "${source}" is not closed`)
      text += piece
      pattern += toPattern(piece)
    } else {
      const value = resolveVariable(piece, variables)
      if (holdsMarks(value)) throw new PolicyError(`the value of $\{${piece}} has characters that are none`)
      text += value
      pattern += value
    }
  }
  return { text, pattern }
}

function resolveVariable(variable: string, principal: Principal): string {
  if (variable === '*' || variable === '?' || variable === '$') return variable
  const comma = variable.indexOf(',')
  const key = (comma < 0 ? variable : variable.slice(0, comma)).trim()
  const name = normalizeKey(key)
  const [value, second] = principal.values.get(name) ?? []
  if (second !== undefined) throw new PolicyError(`the variable $\{${key}} has more than one value`)
  if (value !== undefined) return value
  if (comma >= 0 && valueCountOf(name) === undefined) return readDefault(variable.slice(comma + 1).trim())
  throw new PolicyError(
    `the variable $\{${key}} is not known: it is none of aws:username, aws:PrincipalArn, aws:PrincipalAccount, ` +
      'aws:PrincipalType, and the context of the user does not name it',
  )
}

function readDefault(quoted: string): string {
  if (/^'[^']*'$/.test(quoted)) return quoted.slice(1, -1)
  throw new PolicyError(`the default ${quoted} of a variable must be in single quotes`)
}
