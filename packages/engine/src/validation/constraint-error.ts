import { type ServiceError, ValidationError } from '@monotable/protocol'
import type { CurrentWording } from './current-wording.ts'
import { javaText } from './java-text.ts'
import { jsonText } from './json-text.ts'
import { isNestedDeeperThan } from './nesting-depth.ts'
import { pathText, topMember, type Violation } from './violation.ts'

/** Deeper requests are judged by AWS's older layer (seen on AWS, 2026-10: at 63 levels, not at 40). */
const CLASSIC_BEYOND_LEVELS = 62

/** The error for broken constraints, in both wordings. */
export function constraintError(
  broken: readonly Violation[],
  request: unknown,
  wording: CurrentWording | undefined,
): ServiceError {
  const classic = listed(broken.map(echoed))
  if (wording === undefined || isJudgedByClassic(broken, request, wording)) {
    return new ValidationError(classic, classic)
  }
  return new ValidationError(currentMessage(broken, wording), classic)
}

/** Where a required member is missing, AWS's older layer judges the whole request (seen on AWS, 2026-10). */
function isJudgedByClassic(broken: readonly Violation[], request: unknown, wording: CurrentWording): boolean {
  if (broken.some(({ kind }) => kind === 'null')) return true
  return wording.deepIsClassic === true && isNestedDeeperThan(CLASSIC_BEYOND_LEVELS, request)
}

function currentMessage(broken: readonly Violation[], wording: CurrentWording): string {
  // Lengths and ranges come first and alone, without the value.
  const size = broken.find(({ kind }) => kind === 'size')
  if (size !== undefined) return listed([withoutEcho(size)])
  const names = broken.filter(({ kind }) => kind === 'name')
  if (wording.nameAlone && names.length > 0) return listed(names.map(echoed))
  const [first, ...others] = inOrder(broken, wording)
  if (first === undefined) throw new TypeError('an error without a violation')
  const reported = wording.firstOnly ? [first] : [first, ...others]
  const texts = reported.map((violation) => currentText(violation, wording))
  return wording.bare?.includes(topMember(first.path)) ? texts.join('; ') : listed(texts)
}

function inOrder(
  broken: readonly Violation[],
  { order = [], mapsLast }: CurrentWording,
): readonly Violation[] {
  const maps = broken.filter(({ kind }) => kind === 'mapKeys' || kind === 'mapValues')
  if (mapsLast && maps.length < broken.length) return broken.filter((violation) => !maps.includes(violation))
  const rank = ({ path }: Violation) => {
    const position = order.indexOf(topMember(path))
    return position < 0 ? order.length : position
  }
  return broken.toSorted((a, b) => rank(a) - rank(b))
}

function currentText(violation: Violation, { reworded, echoesJson }: CurrentWording): string {
  const own = violation.kind === 'enum' ? reworded?.[topMember(violation.path)] : undefined
  if (own !== undefined) return own
  return echoesJson && violation.kind === 'mapKeys'
    ? echoedAs(violation, jsonText(violation.value))
    : echoed(violation)
}

function echoed(violation: Violation): string {
  const { kind, value, shape } = violation
  return kind === 'null'
    ? failed('Value null', violation, 'camel')
    : echoedAs(violation, javaText(value, shape))
}

function echoedAs(violation: Violation, echo: string): string {
  return failed(`Value '${echo}'`, violation, 'camel')
}

function withoutEcho(violation: Violation): string {
  return failed('Value', violation, 'pascal')
}

function failed(subject: string, { path, constraint }: Violation, spelling: 'camel' | 'pascal'): string {
  return `${subject} at '${pathText(path, spelling)}' failed to satisfy constraint: ${constraint}`
}

function listed(texts: readonly string[]): string {
  const count = texts.length === 1 ? '1 validation error' : `${texts.length} validation errors`
  return `${count} detected: ${texts.join('; ')}`
}
