import { getOwn, setOwn } from '../util/own-property.ts'
import { isMembers, type Members, type Reading } from './reading.ts'

/** The place of a function in a template. */
export interface IntrinsicContext {
  readonly template: Members
  readonly reading: Reading
  readonly path: string
}

/** A value that the template alone does not determine. */
const unknownValue: unique symbol = Symbol('unknown')
const deepest = 64

/**
 * Evaluates the functions of a template as far as the template itself determines them: references to parameters with a
 * default, texts and lists made of such, the first branch of a condition. Anything else is missing in the result.
 */
export function resolveIntrinsics(value: unknown, context: IntrinsicContext): unknown {
  const resolved = resolve(value, context, 0)
  return resolved === unknownValue ? undefined : resolved
}

function resolve(value: unknown, context: IntrinsicContext, depth: number): unknown {
  if (depth > deepest) return unknownValue
  if (Array.isArray(value)) {
    return value
      .map((element, at) => resolve(element, { ...context, path: `${context.path}[${at}]` }, depth + 1))
      .filter((element) => element !== unknownValue)
  }
  if (!isMembers(value)) return value
  const [[name = '', argument] = [], ...more] = Object.entries(value)
  if (more.length === 0 && (name === 'Ref' || name.startsWith('Fn::'))) {
    return resolveFunction(name, argument, context, depth)
  }
  const members: { [name: string]: unknown } = {}
  for (const [member, given] of Object.entries(value)) {
    const inner = resolve(given, { ...context, path: `${context.path}.${member}` }, depth + 1)
    // `null` distinguishes a name that is only known at deployment from a missing one.
    setOwn(members, member, inner === unknownValue ? null : inner)
  }
  return members
}

function resolveFunction(name: string, argument: unknown, context: IntrinsicContext, depth: number): unknown {
  const inner = (value: unknown): unknown => resolve(value, context, depth + 1)
  switch (name) {
    case 'Ref':
      return reference(argument, context)
    case 'Fn::Sub': {
      const [text, variables] = Array.isArray(argument) ? argument : [argument, {}]
      return substitute(text, isMembers(variables) ? variables : {}, context, inner)
    }
    case 'Fn::Join': {
      const [separator, list] = Array.isArray(argument) ? argument : []
      const parts: unknown[] = Array.isArray(list) ? list.map(inner) : [unknownValue]
      return parts.every((part) => typeof part === 'string') ? parts.join(String(separator)) : unknownValue
    }
    case 'Fn::If': {
      const [condition, first] = Array.isArray(argument) ? argument : []
      context.reading.tell(context.path, `depends on ${String(condition)}; it was read as if it were true`)
      return inner(first)
    }
    default:
      return unknownValue
  }
}

function reference(name: unknown, { template, reading, path }: IntrinsicContext): unknown {
  if (name === 'AWS::NoValue' || typeof name !== 'string') return unknownValue
  const parameters = isMembers(template['Parameters']) ? template['Parameters'] : {}
  const parameter = getOwn(parameters, name)
  const value = isMembers(parameter) ? parameter['Default'] : undefined
  if (value === undefined) return unknownValue
  reading.tell(path, `is the parameter ${name}; its default was used`)
  return value
}

function substitute(
  text: unknown,
  variables: Members,
  context: IntrinsicContext,
  inner: (value: unknown) => unknown,
): unknown {
  if (typeof text !== 'string') return unknownValue
  let isKnown = true
  const whole = text.replaceAll(/\$\{([^}]*)\}/g, (_, name: string) => {
    // `${!name}` in a template stands for a literal `${name}`.
    if (name.startsWith('!')) return `\${${name.slice(1)}}`
    const own = getOwn(variables, name)
    const value = own === undefined ? reference(name, context) : inner(own)
    if (typeof value !== 'string' && typeof value !== 'number') isKnown = false
    return String(value === unknownValue ? '' : value)
  })
  return isKnown ? whole : unknownValue
}
