import type { Change } from './change.ts'
import type { Operand } from './condition.ts'
import type { Placeholders } from './placeholders.ts'

/** The clauses of an UpdateExpression, each with its parts. */
interface Clauses {
  readonly SET: string[]
  readonly REMOVE: string[]
  readonly ADD: string[]
  readonly DELETE: string[]
}

const clauseNames = ['SET', 'REMOVE', 'ADD', 'DELETE'] as const

/** Writes changes down as an UpdateExpression; nothing when there is nothing to do. */
export function renderUpdate(changes: readonly Change[], placeholders: Placeholders): string | undefined {
  const clauses: Clauses = { SET: [], REMOVE: [], ADD: [], DELETE: [] }
  for (const change of changes) renderChange(change, clauses, placeholders)
  let text = ''
  for (const name of clauseNames) {
    const parts = clauses[name]
    if (parts.length > 0) text += `${text === '' ? '' : ' '}${name} ${parts.join(', ')}`
  }
  return text === '' ? undefined : text
}

function renderChange(change: Change, clauses: Clauses, placeholders: Placeholders): void {
  const path = () => placeholders.path(change.steps)
  switch (change.kind) {
    case 'set': {
      const value = renderOperand(change.value, placeholders)
      // What has no stored form, an empty set, is stored as nothing.
      if (value === undefined) clauses.REMOVE.push(path())
      else clauses.SET.push(`${path()} = ${value}`)
      return
    }
    case 'setIfMissing': {
      const value = renderOperand(change.value, placeholders)
      if (value !== undefined) clauses.SET.push(`${path()} = if_not_exists(${path()}, ${value})`)
      return
    }
    case 'add': {
      const amount = placeholders.value({ N: String(change.amount) })
      // ADD is documented for attributes only, not for what lies in them.
      if (change.steps.length === 1) clauses.ADD.push(`${path()} ${amount}`)
      else
        clauses.SET.push(
          `${path()} = if_not_exists(${path()}, ${placeholders.value({ N: '0' })}) + ${amount}`,
        )
      return
    }
    case 'include':
    case 'discard': {
      const elements = renderOperand(change.elements, placeholders)
      const clause = change.kind === 'include' ? clauses.ADD : clauses.DELETE
      if (elements !== undefined) clause.push(`${path()} ${elements}`)
      return
    }
    case 'append':
    case 'prepend': {
      const elements = renderOperand(change.elements, placeholders)
      const list = `if_not_exists(${path()}, ${placeholders.value({ L: [] })})`
      const order = change.kind === 'append' ? `${list}, ${elements}` : `${elements}, ${list}`
      clauses.SET.push(`${path()} = list_append(${order})`)
      return
    }
    case 'remove':
      clauses.REMOVE.push(path())
  }
}

function renderOperand(operand: Operand, placeholders: Placeholders): string | undefined {
  if (operand.kind === 'path' || operand.kind === 'size') return placeholders.operand(operand)
  const value = placeholders.encode(operand)
  return value === undefined ? undefined : placeholders.value(value)
}
