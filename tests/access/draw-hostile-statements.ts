import type { Dice } from './dice.ts'
import { deep, type HostileRequest } from './draw-hostile.ts'
import { HASH, mine, theirs } from './guarded-database.ts'

/** A statement with its parameters. */
class Draft {
  readonly parameters: object[] = []

  readonly dice: Dice
  readonly table: string

  constructor(dice: Dice, table: string) {
    this.dice = dice
    this.table = table
  }

  /** Returns a value as a literal or as a parameter. */
  value(name: string): string {
    const { dice } = this
    const isNumber = name === 'Id' || name === 'R' || name === 'L'
    const isText = this.table === 'Bin' && name === 'R'
    const text = dice.pick([mine.S, mine.S, theirs.S, 'r', 'x'])
    const number = dice.pick(name === 'Id' ? ['7', '7', '7.0', '7e0', '8'] : ['1', '2', '1.0'])
    if (name === 'B') return this.parameter({ B: dice.pick([mine.B, mine.B, theirs.B]) })
    if (dice.once(3)) return this.parameter(isNumber && !isText ? { N: number } : { S: text })
    return isNumber && !isText ? number : `'${text}'`
  }

  parameter(value: object): string {
    this.parameters.push(value)
    return '?'
  }

  name(name: string): string {
    return /^[a-z]\w*$/i.test(name) && !this.dice.once(3) ? name : `"${name}"`
  }

  get hash(): string {
    return { Num: 'Id', Bin: 'B' }[this.table] ?? HASH
  }

  anyName(): string {
    return this.dice.pick([this.hash, this.hash, 'R', 'G', 'H', 'L', 'a', 'a', 's'])
  }

  test(name: string): string {
    const { dice } = this
    const path = this.name(name)
    switch (dice.below(11)) {
      case 0:
        return `${this.value(name)} = ${path}`
      case 1:
        return `${path} IN [${this.value(name)}, ${this.value(name)}]`
      case 2:
        return `${path} IN [${this.value(name)}]`
      case 3:
        return `${path} BETWEEN ${this.value(name)} AND ${this.value(name)}`
      case 4:
        return `begins_with(${path}, ${this.value(name)})`
      case 5:
        return `${path} IS ${dice.pick(['', 'NOT '])}MISSING`
      case 6:
        return `${path} ${dice.pick(['<>', '<', '>='])} ${this.value(name)}`
      default:
        return `${path} = ${this.value(name)}`
    }
  }

  where(depth = 0): string {
    const { dice } = this
    if (depth > 2 || !dice.once(3)) return this.test(this.anyName())
    const joined = dice.list(3, () => this.where(depth + 1)).join(dice.pick([' AND ', ' OR ']))
    return dice.pick([joined, `(${joined})`, `(${joined})`, `NOT (${joined})`])
  }

  /** The whole key in most cases, in any order, with or without more. */
  keyed(): string {
    const names = this.table === 'Num' ? [this.hash] : [this.hash, 'R']
    const keys = names.map((name) =>
      this.dice.once(5) ? this.test(name) : `${this.name(name)} = ${this.value(name)}`,
    )
    const more = this.dice.once(4) ? [this.where(1)] : []
    const parts = this.dice.once(3) ? [...more, ...keys] : [...keys, ...more]
    return parts.join(this.dice.once(12) ? ' OR ' : ' AND ')
  }

  source(): string {
    const name = this.dice.once(9) ? this.table : `"${this.table}"`
    if (this.table !== 'Own' || this.dice.once(2)) return name
    return name + this.dice.pick(['', '."byG"', '."byL"', '."byGH"', '."none"'])
  }
}

/** What a statement does; reads and writes cannot be in one request. */
type Kind = 'read' | 'write' | 'any'

function statement(dice: Dice, kind: Kind) {
  const draft = new Draft(dice, dice.pick(['Own', 'Own', 'Own', 'Num', 'Bin', 'Other']))
  const text = change(dice, textOf(dice, draft, kind))
  // More parameters than the statement has are no mistake.
  if (dice.once(9)) draft.parameter(deep(dice))
  return { Statement: text, ...(draft.parameters.length > 0 && { Parameters: draft.parameters }) }
}

function textOf(dice: Dice, draft: Draft, kind: Kind): string {
  const set = () =>
    `SET ${draft.name(dice.pick(['a', 'x', 's']))} = ${dice.pick(["'new'", 's', draft.value('a')])}`
  const choice = { read: 6, write: dice.below(4), any: dice.below(7) }[kind]
  switch (choice) {
    case 0: {
      const item = dice
        .list(2, () => dice.pick(['a', 's', 'G', 'x']))
        .map((name) => `'${name}': ${draft.value(name)}`)
      const range = draft.table === 'Num' ? [] : [`'R': ${draft.value('R')}`]
      return `INSERT INTO "${draft.table}" VALUE {'${draft.hash}': ${draft.value(draft.hash)}, ${[...range, ...item].join(', ')}}`
    }
    case 1:
      return `UPDATE ${draft.source()} ${set()} WHERE ${draft.keyed()}${returning(dice)}`
    case 2:
      return `DELETE FROM ${draft.source()} WHERE ${draft.keyed()}${returning(dice)}`
    case 3:
      return `EXISTS(SELECT * FROM ${draft.source()} WHERE ${draft.keyed()})`
    default: {
      const columns = dice.pick(['*', 'a', 'a', 'a', 's', 'a, s', '"a"', 'a.x', '*, a'])
      const isKeyed = kind === 'read' || dice.once(2)
      const where = dice.once(8) ? '' : ` WHERE ${isKeyed ? draft.keyed() : draft.where()}`
      const order = dice.once(8) ? ` ORDER BY ${dice.pick(['R', 'a', 's', `"${HASH}"`])}` : ''
      return `SELECT ${columns} FROM ${draft.source()}${where}${order}`
    }
  }
}

function returning(dice: Dice): string {
  return dice.once(3)
    ? ` RETURNING ${dice.pick(['ALL OLD', 'ALL NEW', 'MODIFIED OLD', 'MODIFIED NEW'])} *`
    : ''
}

/** Changes the text here and there. */
function change(dice: Dice, text: string): string {
  switch (dice.below(24)) {
    case 0:
      return text.replace(' WHERE ', ' -- comment\n WHERE ')
    case 1:
      return text.replace('=', '/* = */ =')
    case 2:
      return text.replaceAll('\ufffd', '\ud800')
    case 3:
      return text.toLowerCase()
    case 4:
      return `${text};`
    case 5: {
      const words = text.split(' ')
      words.splice(
        dice.below(words.length),
        dice.below(2),
        dice.pick(['AND', 'OR', 'NOT', '(', ')', `'${mine.S}'`]),
      )
      return words.join(' ')
    }
    default:
      return text
  }
}

/** Draws one statement, a batch, or a transaction. */
export function drawStatements(dice: Dice): HostileRequest {
  const failing = () =>
    dice.once(5) ? { ReturnValuesOnConditionCheckFailure: dice.pick(['ALL_OLD', 'NONE']) } : {}
  const kind = dice.once(12) ? 'any' : dice.pick(['read', 'write'] as const)
  const one = () => ({ ...statement(dice, kind), ...failing() })
  switch (dice.below(3)) {
    case 0:
      return { operation: 'BatchExecuteStatement', input: { Statements: dice.list(4, one) } }
    case 1:
      return { operation: 'ExecuteTransaction', input: { TransactStatements: dice.list(3, one) } }
    default:
      return {
        operation: 'ExecuteStatement',
        input: { ...statement(dice, 'any'), ...failing(), ...(dice.once(6) && { Limit: 1 }) },
      }
  }
}
