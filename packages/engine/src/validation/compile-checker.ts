import { NAME_MAX_LENGTH, NAME_MIN_LENGTH } from '@monotable/protocol'
import {
  type ListShape,
  type MapShape,
  NAME_PATTERN,
  type NumberShape,
  type Shape,
  type StructShape,
  type TextRule,
  type TextShape,
} from './shape.ts'
import { tableNameConstraints } from './table-name-constraints.ts'
import { elementSegment, memberSegment, type Path, ROOT, type Segment, type Violation } from './violation.ts'

/** AWS lists no more than this many. */
const MAX_VIOLATIONS = 10

/** Adds the constraints that a value violates; its JSON types have already been checked. */
export type Checker = (value: unknown, path: Path, broken: Violation[]) => void

/** Compiles the checker of a shape; undefined if a value of the right types cannot violate anything. */
export function compileChecker(shape: Shape): Checker | undefined {
  switch (shape.kind) {
    case 'text':
      return shape.rules.length > 0 || shape.tableName !== undefined ? textChecker(shape) : undefined
    case 'number':
      return shape.min === undefined && shape.max === undefined ? undefined : numberChecker(shape)
    case 'boolean':
    case 'attributeValue':
      return undefined
    case 'list':
      return listChecker(shape)
    case 'map':
      return mapChecker(shape)
    case 'struct':
      return structChecker(shape)
  }
}

function add(broken: Violation[], violation: Violation): void {
  if (broken.length < MAX_VIOLATIONS) broken.push(violation)
}

interface CheckedMember {
  readonly name: string
  readonly shape: Shape
  readonly segment: Segment
  readonly check: Checker | undefined
}

function structChecker(shape: StructShape): Checker | undefined {
  const members: readonly CheckedMember[] = Object.entries(shape.members)
    .map(([name, member]) => ({
      name,
      shape: member,
      segment: memberSegment(name),
      check: compileChecker(member),
    }))
    .filter((member) => member.shape.required || member.check !== undefined)
  if (members.length === 0) return undefined
  const isValid = validityTest(members)
  return (value, path, broken) => {
    const contents = value as { readonly [name: string]: unknown }
    if (isValid(contents)) return
    for (const { name, shape, segment, check } of members) {
      const content = contents[name]
      if (content !== undefined) check?.(content, { parent: path, segment }, broken)
      else if (shape.required) add(broken, missing(shape, { parent: path, segment }))
    }
  }
}

/** Compiles a quick check of the members that are present, in any order, since most requests are valid. */
function validityTest(members: readonly CheckedMember[]): (contents: object) => boolean {
  const byName = new Map(members.map((member) => [member.name, member]))
  const requiredCount = members.filter(({ shape }) => shape.required).length
  return (contents) => {
    let missingCount = requiredCount
    const broken: Violation[] = []
    for (const name of Object.keys(contents)) {
      const member = byName.get(name)
      if (member === undefined) continue
      const content = (contents as { readonly [name: string]: unknown })[name]
      if (content === undefined) continue
      if (member.shape.required) missingCount--
      member.check?.(content, ROOT, broken)
      if (broken.length > 0) return false
    }
    return missingCount === 0
  }
}

function missing(shape: Shape, path: Path): Violation {
  return { path, kind: 'null', constraint: 'Member must not be null', value: undefined, shape }
}

function textChecker(shape: TextShape): Checker {
  const { rules, tableName } = shape
  return (value, path, broken) => {
    const content = value as string
    let fits = true
    for (const rule of rules) {
      if (satisfies(content, rule)) continue
      fits = false
      add(broken, { path, kind: kindOf(rule), constraint: ruleText(rule), value, shape })
    }
    if (tableName === undefined || !fits) return
    if (tableName === 'name' && content.startsWith('arn:')) return
    for (const constraint of tableNameConstraints(content)) {
      add(broken, { path, kind: 'name', constraint, value, shape })
    }
  }
}

function satisfies(content: string, rule: TextRule): boolean {
  switch (rule.rule) {
    case 'minLength':
      return content.length >= rule.limit
    case 'maxLength':
      return content.length <= rule.limit
    case 'pattern':
      return rule.pattern.test(content)
    case 'values':
      return rule.values.has(content)
  }
}

function kindOf({ rule }: TextRule): Violation['kind'] {
  if (rule === 'values') return 'enum'
  return rule === 'pattern' ? 'pattern' : 'size'
}

function ruleText(rule: TextRule): string {
  switch (rule.rule) {
    case 'minLength':
      return minLengthText(rule.limit)
    case 'maxLength':
      return maxLengthText(rule.limit)
    case 'pattern':
      return `Member must satisfy regular expression pattern: ${rule.source}`
    case 'values':
      return `Member must satisfy enum value set: [${[...rule.values].join(', ')}]`
  }
}

function minLengthText(limit: number): string {
  return `Member must have length greater than or equal to ${limit}`
}

function maxLengthText(limit: number): string {
  return `Member must have length less than or equal to ${limit}`
}

function numberChecker(shape: NumberShape): Checker {
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = shape
  return (value, path, broken) => {
    const content = value as number
    if (content >= min && content <= max) return
    const constraint =
      content > max
        ? `Member must have value less than or equal to ${max}`
        : `Member must have value greater than or equal to ${min}`
    add(broken, { path, kind: 'size', constraint, value, shape })
  }
}

interface LengthLimits {
  readonly min?: number
  readonly max?: number
}

function lengthChecker(
  shape: LengthLimits & Shape,
  lengthOf: (value: unknown) => number,
): Checker | undefined {
  const { min = 0, max = Number.POSITIVE_INFINITY } = shape
  if (min === 0 && max === Number.POSITIVE_INFINITY) return undefined
  return (value, path, broken) => {
    const length = lengthOf(value)
    if (length >= min && length <= max) return
    const constraint = length < min ? minLengthText(min) : maxLengthText(max)
    add(broken, { path, kind: 'size', constraint, value, shape })
  }
}

function listChecker(shape: ListShape): Checker | undefined {
  const checkLength = lengthChecker(shape, (value) => (value as readonly unknown[]).length)
  const checkMember = compileChecker(shape.member)
  if (checkMember === undefined) return checkLength
  return (value, path, broken) => {
    checkLength?.(value, path, broken)
    const elements = value as readonly unknown[]
    for (let index = 0; index < elements.length && broken.length < MAX_VIOLATIONS; index++) {
      checkMember(elements[index], { parent: path, segment: elementSegment(index + 1) }, broken)
    }
  }
}

const MAP_KEYS = `Map keys must satisfy constraint: [${maxLengthText(NAME_MAX_LENGTH)}, ${minLengthText(NAME_MIN_LENGTH)}, Member must satisfy regular expression pattern: ${NAME_PATTERN}]`

function mapChecker(shape: MapShape): Checker | undefined {
  const checkLength = lengthChecker(shape, (value) => Object.keys(value as object).length)
  const checkValue = compileChecker(shape.value)
  const { tableNames, valueLengths } = shape
  if (checkValue === undefined && !tableNames && valueLengths === undefined) return checkLength
  return (value, path, broken) => {
    checkLength?.(value, path, broken)
    // For a very large map, V8 takes three times as long to list the entries as to list the names and look them up.
    const elements = value as { readonly [name: string]: unknown }
    const names = Object.keys(elements)
    if (tableNames) checkKeys(names, { path, value, shape, kind: 'mapKeys', constraint: MAP_KEYS }, broken)
    if (valueLengths) {
      for (const name of names) checkValueLength(elements[name], valueLengths, { path, value, shape }, broken)
    }
    if (checkValue === undefined) return
    for (const name of names) {
      checkValue(elements[name], { parent: path, segment: elementSegment(name) }, broken)
      if (broken.length >= MAX_VIOLATIONS) return
    }
  }
}

function checkKeys(names: readonly string[], violation: Violation, broken: Violation[]): void {
  for (const name of names) {
    if (tableNameConstraints(name).length > 0) add(broken, { ...violation })
  }
}

function checkValueLength(
  element: unknown,
  { min, max }: { readonly min: number; readonly max: number },
  where: Pick<Violation, 'path' | 'value' | 'shape'>,
  broken: Violation[],
): void {
  const { length } = element as readonly unknown[]
  if (length >= min && length <= max) return
  const constraint = `Map value must satisfy constraint: [${maxLengthText(max)}, ${minLengthText(min)}]`
  add(broken, { ...where, kind: 'mapValues', constraint })
}
