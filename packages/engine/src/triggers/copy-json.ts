import { setOwn } from '@monotable/protocol'

/**
 * Copies a record, so that a handler may change it. An item's nesting is limited, and therefore so is the
 * recursion.
 */
export function copyJson<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((element: unknown) => copyJson(element)) as Value
  const copy: { [name: string]: unknown } = {}
  for (const name of Object.keys(value))
    setOwn(copy, name, copyJson((value as { [name: string]: unknown })[name]))
  return copy as Value
}
