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

/** Returns the changes to computed attributes that an update entails; each rule sees the changes of those before it. */
export function followChanges(rules: ComputedRules, knowledge: Knowledge): DerivedChanges {
  const { entity, current } = knowledge
  const changes: Change[] = []
  const guards: Guard[] = []
  for (const [name, rule] of Object.entries(rules)) {
    const known = { ...knowledge, changes: [...knowledge.changes, ...changes] }
    const sources = [...rule.from, ...(rule.also ?? [])]
    // A rule without required sources is evaluated when the item itself is created.
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
      // A computed attribute of the key may be computed again, as long as its value stays the same.
      if (!sameValue(value, getOwn(known.certain, name))) throw inKey(entity.name, name)
    } else changes.push(value === undefined ? { kind: 'remove', steps: [name] } : setTo([name], value))
  }
  return { kind: 'known', changes, guards }
}

/**
 * Returns the values of an item after an update, from the item as it was read: that also covers changes within
 * attributes, lists and sets.
 */
function valuesIn({ entity, current = {}, changes, certain }: Knowledge, sources: readonly string[]): Values {
  const { forms, view } = entity
  const item = applyChanges(current, makeParents(changes, current, forms).changes, forms)
  const untouched = sources.filter((name) => !changes.some(({ steps }) => steps[0] === name))
  return { ...pick(certain, untouched), ...pick(decodeItem(item, view, true) as Values, sources) }
}

function unknownSources(entity: string, name: string, missing: readonly string[]): ModelError {
  const list = missing.map((one) => `"${one}"`).join(', ')
  const message = `${entity}: "${name}" is computed again, but ${list} is not known; set it too, or pass it in "given"`
  return new ModelError('UNKNOWN_PARTS', message, { entity, index: name, missing })
}

function inKey(entity: string, name: string): ModelError {
  const message = `${entity}: "${name}" is part of the key, and this update would change its computed value`
  return new ModelError('VALUE', message, { path: name })
}
