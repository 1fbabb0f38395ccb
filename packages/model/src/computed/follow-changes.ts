import { decodeItem } from '../codec/decode-value.ts'
import type { ComputedRules } from '../entities/computed-config.ts'
import { type Change, setTo } from '../expressions/change.ts'
import type { Values } from '../keys/compile-template.ts'
import { ModelError } from '../model-error.ts'
import { getOwn, pick } from '../util/own-property.ts'
import { sameValue } from '../util/same-value.ts'
import { applyChanges } from '../writes/apply-changes.ts'
import { type DerivedChanges, guardsOf, type Knowledge, valuesAfter } from '../writes/derive-changes.ts'
import { type Guard, makeParents } from '../writes/make-parents.ts'
import { computeValue } from './compute-value.ts'

/** What an update has to change of what is computed, along with what it changes; each sees those before it. */
export function followChanges(rules: ComputedRules, knowledge: Knowledge): DerivedChanges {
  const { entity, current } = knowledge
  const changes: Change[] = []
  const guards: Guard[] = []
  for (const [name, rule] of Object.entries(rules)) {
    const known = { ...knowledge, changes: [...knowledge.changes, ...changes] }
    const sources = [...rule.from, ...(rule.also ?? [])]
    // What is made of nothing that has to be there comes with the item itself.
    const causes = rule.from.length > 0 ? sources : [...sources, ...entity.key.attributes]
    if (!known.changes.some(({ steps }) => causes.includes(steps[0]))) continue
    const { values, missing, reliedOn } = valuesAfter({ ...known, current: undefined }, sources)
    if (missing.length > 0 && current === undefined) {
      if (rule.partial === 'require') throw unknownSources(entity.name, name, missing)
      return { kind: 'read' }
    }
    guards.push(...guardsOf(knowledge, [...missing, ...reliedOn]))
    const value = computeValue(rule, missing.length === 0 ? values : valuesIn(known, sources))
    if (entity.key.attributes.includes(name)) {
      // What the key is made of may change as long as it makes the same key.
      if (!sameValue(value, getOwn(known.certain, name))) throw inKey(entity.name, name)
    } else changes.push(value === undefined ? { kind: 'remove', steps: [name] } : setTo([name], value))
  }
  return { kind: 'known', changes, guards }
}

/** What an item that was read will have: changes within attributes, of lists and of sets can then be followed too. */
function valuesIn({ entity, current = {}, changes, certain }: Knowledge, sources: readonly string[]): Values {
  const { forms, view } = entity
  const item = applyChanges(current, makeParents(changes, current, forms).changes, forms)
  const untouched = sources.filter((name) => !changes.some(({ steps }) => steps[0] === name))
  return { ...pick(certain, untouched), ...pick(decodeItem(item, view, true) as Values, sources) }
}

function unknownSources(entity: string, name: string, missing: readonly string[]): ModelError {
  const list = missing.map((one) => `"${one}"`).join(', ')
  const message = `${entity}: "${name}" is computed anew, and ${list} is not known; set it too, or pass it in "given"`
  return new ModelError('UNKNOWN_PARTS', message, { entity, index: name, missing })
}

function inKey(entity: string, name: string): ModelError {
  const message = `${entity}: "${name}" is part of the key, and would be another by what it is computed from`
  return new ModelError('VALUE', message, { path: name })
}
