import {
  type AttributeMap,
  type AttributeValue,
  EXPRESSION_MAX_BYTES,
  EXPRESSION_MAX_OPERATORS,
  getOwn,
  hasOwn,
  TRANSACTION_MAX_ACTIONS,
  valuesEqual,
} from '@monotable/protocol'

/** A staged edit. Without `base` the item is new; without `mine` it is deleted. */
export interface StagedEdit {
  readonly key: AttributeMap
  /** The item as it was read. */
  readonly base?: AttributeMap | undefined
  /** The item as it is to be written. */
  readonly mine?: AttributeMap | undefined
}

export interface BuiltTransaction {
  readonly input: { readonly TransactItems: readonly object[] }
  /** What the conditions do not protect: for items with very many attributes, they cover only those that change. */
  readonly notes: readonly string[]
}

/**
 * Builds one transaction for all edits, each with the condition that its item is unchanged since it was read: every
 * attribute has its old value, and every new name is still free. An edit sets and removes only what has changed, so
 * that an attribute which somebody else has added since, and which no condition can name, is kept.
 */
export function buildTransaction(table: string, edits: readonly StagedEdit[]): BuiltTransaction {
  if (edits.length > TRANSACTION_MAX_ACTIONS) {
    throw new RangeError(
      `A transaction holds at most ${TRANSACTION_MAX_ACTIONS} actions, but ${edits.length} edits are staged. Discard some, then commit.`,
    )
  }
  const notes: string[] = []
  const items = edits.map((edit) => actionOf(table, edit, notes))
  return { input: { TransactItems: items }, notes }
}

function actionOf(table: string, edit: StagedEdit, notes: string[]): object {
  const { key, base, mine } = edit
  const expression = new Expression()
  const common = { TableName: table, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' }
  if (base === undefined) {
    const name = expression.name(Object.keys(key)[0] ?? '')
    return {
      Put: {
        ...common,
        Item: mine ?? key,
        ConditionExpression: `attribute_not_exists(${name})`,
        ...expression.parameters,
      },
    }
  }
  const update = mine === undefined ? undefined : updateOf(base, mine, expression)
  const condition = conditionOf(edit, expression, notes)
  if (update === undefined) {
    return { Delete: { ...common, Key: key, ConditionExpression: condition, ...expression.parameters } }
  }
  return {
    Update: {
      ...common,
      Key: key,
      UpdateExpression: update,
      ConditionExpression: condition,
      ...expression.parameters,
    },
  }
}

function updateOf(base: AttributeMap, mine: AttributeMap, expression: Expression): string {
  const { set, removed } = changedNames(base, mine)
  const sets = set.map(([name, value]) => `${expression.name(name)} = ${expression.value(value)}`)
  const removes = removed.map((name) => expression.name(name))
  return [
    sets.length === 0 ? '' : `SET ${sets.join(', ')}`,
    removes.length === 0 ? '' : `REMOVE ${removes.join(', ')}`,
  ]
    .filter((clause) => clause !== '')
    .join(' ')
}

/** Returns the attributes that an edit sets or removes. */
export function changedNames(
  base: AttributeMap,
  mine: AttributeMap,
): { readonly set: readonly (readonly [string, AttributeValue])[]; readonly removed: readonly string[] } {
  const set = Object.entries(mine).filter(([name, value]) => {
    const old = getOwn(base, name)
    return old === undefined || !valuesEqual(old, value)
  })
  return { set, removed: Object.keys(base).filter((name) => !hasOwn(mine, name)) }
}

function conditionOf({ key, base = {}, mine }: StagedEdit, expression: Expression, notes: string[]): string {
  const added = Object.keys(mine ?? {}).filter((name) => !hasOwn(base, name))
  const clausesFor = (attributes: readonly (readonly [string, AttributeValue])[], target: Expression) => [
    ...attributes.map(([name, value]) => `${target.name(name)} = ${target.value(value)}`),
    ...added.map((name) => `attribute_not_exists(${target.name(name)})`),
  ]
  // The key identifies the item, but only a condition ensures that it still exists.
  const all = Object.entries(base)
  const clauses = clausesFor(all, new Expression())
  const isTooMuch =
    clauses.length * 2 > EXPRESSION_MAX_OPERATORS || clauses.join(' AND ').length > EXPRESSION_MAX_BYTES - 512
  if (!isTooMuch) return clausesFor(all, expression).join(' AND ')
  notes.push(
    `${keyText(key)} has ${all.length} attributes, too many for one condition: only those that you change are checked for conflicts.`,
  )
  const touched = all.filter(([name, value]) => {
    const after = getOwn(mine ?? {}, name)
    return hasOwn(key, name) || (mine !== undefined && (after === undefined || !valuesEqual(after, value)))
  })
  return clausesFor(touched, expression).join(' AND ')
}

function keyText(key: AttributeMap): string {
  return Object.values(key)
    .map((value) => Object.values(value)[0])
    .join(' ')
}

/** Collects placeholders; equal names share one, and so do identical value objects. */
class Expression {
  readonly #names = new Map<string, string>()
  readonly #values = new Map<AttributeValue, string>()

  name(name: string): string {
    const placeholder = this.#names.get(name) ?? `#${this.#names.size}`
    this.#names.set(name, placeholder)
    return placeholder
  }

  value(value: AttributeValue): string {
    const placeholder = this.#values.get(value) ?? `:${this.#values.size}`
    this.#values.set(value, placeholder)
    return placeholder
  }

  get parameters(): object {
    const names = Object.fromEntries([...this.#names].map(([name, placeholder]) => [placeholder, name]))
    const values = Object.fromEntries([...this.#values].map(([value, placeholder]) => [placeholder, value]))
    return {
      ...(this.#names.size === 0 ? {} : { ExpressionAttributeNames: names }),
      ...(this.#values.size === 0 ? {} : { ExpressionAttributeValues: values }),
    }
  }
}
