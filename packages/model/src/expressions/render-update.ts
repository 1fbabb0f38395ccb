import type { Change } from './change.ts'
import type { Placeholders } from './placeholders.ts'

type Clause = 'SET' | 'REMOVE' | 'ADD' | 'DELETE'

/** The clauses of an UpdateExpression, as far as they are written. */
type Clauses = { [Name in Clause]: string }

/** Writes changes as an UpdateExpression; returns `undefined` when there are none. */
export function renderUpdate(changes: readonly Change[], placeholders: Placeholders): string | undefined {
  const clauses: Clauses = { SET: '', REMOVE: '', ADD: '', DELETE: '' }
  for (const change of changes) renderChange(change, clauses, placeholders)
  const written = Object.values(clauses).filter((clause) => clause !== '')
  return written.join(' ') || undefined
}

function renderChange(change: Change, clauses: Clauses, placeholders: Placeholders): void {
  const path = () => placeholders.path(change.steps, change.asStored)
  const add = (clause: Clause, part: string) => {
    clauses[clause] += `${clauses[clause] === '' ? clause : ','} ${path()}${part}`
  }
  switch (change.kind) {
    case 'set': {
      const value = placeholders.stored(change.value)
      // An empty set has no stored form: the attribute is removed.
      if (value === undefined) add('REMOVE', '')
      else add('SET', ` = ${value}`)
      return
    }
    case 'setIfMissing': {
      const value = placeholders.stored(change.value)
      if (value !== undefined) add('SET', ` = if_not_exists(${path()}, ${value})`)
      return
    }
    case 'add': {
      const amount = placeholders.value({ N: String(change.amount) })
      // ADD is documented for top-level attributes only.
      if (change.steps.length === 1) add('ADD', ` ${amount}`)
      else add('SET', ` = if_not_exists(${path()}, ${placeholders.value({ N: '0' })}) + ${amount}`)
      return
    }
    case 'include':
    case 'discard': {
      const elements = placeholders.stored(change.elements)
      if (elements !== undefined) add(change.kind === 'include' ? 'ADD' : 'DELETE', ` ${elements}`)
      return
    }
    case 'append':
    case 'prepend': {
      const elements = placeholders.stored(change.elements)
      const list = `if_not_exists(${path()}, ${placeholders.value({ L: [] })})`
      const order = change.kind === 'append' ? `${list}, ${elements}` : `${elements}, ${list}`
      add('SET', ` = list_append(${order})`)
      return
    }
    case 'remove':
      add('REMOVE', '')
  }
}
