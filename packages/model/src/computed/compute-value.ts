import type { ComputedRule } from '../entities/computed-config.ts'
import type { Values } from '../keys/compile-template.ts'
import { getOwn, lacks, setOwn } from '../util/own-property.ts'

/** Returns the value that a rule computes; `undefined` while one of its required sources is missing. */
export function computeValue({ from, also = [], by }: ComputedRule, values: Values): unknown {
  if (from.some((name) => lacks(values, name))) return undefined
  const given: { [attribute: string]: unknown } = {}
  for (const name of [...from, ...also]) {
    const value = getOwn(values, name)
    if (value !== undefined) setOwn(given, name, value)
  }
  return (by as (given: object) => unknown)(given) ?? undefined
}
