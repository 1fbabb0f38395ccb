import type { Computed, ComputedRule, ComputedRules } from '../entities/computed-config.ts'
import { requireKind, requireOptions } from '../entities/require-options.ts'
import type { Values } from '../keys/compile-template.ts'
import { setOwn } from '../util/own-property.ts'
import { computeValue } from './compute-value.ts'
import { followChanges } from './follow-changes.ts'

/**
 * Declares attributes that are computed from others: when an item is stored, and again when an update changes one of
 * their sources. They may be part of index keys and of uniqueness constraints.
 *
 * @example
 * import { shape, table } from '@monotable/model'
 * const people = table('People', { key: { pk: 'PK' }, indexes: { byName: { pk: 'G', sk: 'lower' } } })
 * const Person = people.entity('Person', {
 *   schema: shape<{ id: string; name: string; lower: string }>(),
 *   key: { pk: 'PERSON#{id}' },
 *   index: { byName: { pk: 'PEOPLE' } },
 *   computed: computed({
 *     lower: { from: ['name'], by: ({ name }: { name: string }) => name.toLowerCase() },
 *   }),
 * })
 * const app = people.connect(db, { entities: { Person } })
 * app.Person.update({ id: '1' }, { name: 'Ada' }).params().input
 * // { UpdateExpression: 'SET #name = :v0, #lower = :v1, #G = :v2', … }
 */
export function computed<const Rules extends ComputedRules>(rules: Rules): Computed<Rules> {
  const names = Object.keys(rules)
  for (const name of names) {
    const rule = Object(rules[name]) as Partial<ComputedRule>
    requireOptions(`computed: "${name}"`, rule, 'from also by partial')
    requireKind(`computed.${name}.from`, 'a list of attributes', rule.from?.map)
    requireKind(`computed.${name}.by`, 'a function', rule.by)
  }
  const fill = (values: Values, make: typeof computeValue) => {
    const filled: { [attribute: string]: unknown } = { ...values }
    for (const name of names) {
      const value = make(rules[name] as ComputedRule, filled)
      if (value === undefined) delete filled[name]
      else setOwn(filled, name, value)
    }
    return filled
  }
  return {
    rules,
    names,
    offer: (input) => fill(input, offerValue),
    fill: (values) => fill(values, computeValue),
    follow: (knowledge) => followChanges(rules, knowledge),
  }
}

/**
 * Computes a value from input that may be invalid; an exception is ignored, since the schema reports the problem
 * better.
 */
function offerValue(rule: ComputedRule, input: Values): unknown {
  try {
    return computeValue(rule, input)
  } catch {
    return undefined
  }
}
