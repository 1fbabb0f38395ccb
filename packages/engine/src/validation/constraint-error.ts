import { type ServiceError, ValidationError } from '@monotable/protocol'
import type { CurrentWording } from './current-wording.ts'
import { javaText } from './java-text.ts'
import { jsonText } from './json-text.ts'
import { isForOlderLayer } from './nesting-depth.ts'
import { pathText, topMember, type Violation } from './violation.ts'

/** Returns the error for violated constraints, in both wordings. */
export function constraintError(
  broken: readonly Violation[],
  request: unknown,
  wording: CurrentWording | undefined,
): ServiceError {
  const texts = echoedTexts(broken)
  const classic = listed([...texts.values()])
  if (wording === undefined || isJudgedByClassic(broken, request, wording)) {
    return new ValidationError(classic, classic)
  }
  return new ValidationError(currentMessage(broken, wording, texts), classic)
}

/** If a required member is missing, AWS's older layer validates the whole request (seen on AWS, 2026-10). */
function isJudgedByClassic(broken: readonly Violation[], request: unknown, wording: CurrentWording): boolean {
  if (broken.some(({ kind }) => kind === 'null')) return true
  return wording.deepIsClassic === true && isForOlderLayer(request)
}

type Texts = ReadonlyMap<Violation, string>

function currentMessage(broken: readonly Violation[], wording: CurrentWording, texts: Texts): string {
  // Lengths and ranges come first and alone, without the value.
  const size = broken.find(({ kind }) => kind === 'size')
  if (size !== undefined) return listed([failed('Value', size, 'pascal')])
  const names = broken.filter(({ kind }) => kind === 'name')
  const [first, ...others] = wording.nameAlone && names.length > 0 ? names : inOrder(broken, wording)
  if (first === undefined) throw new TypeError('an error without a violation')
  const reported = wording.firstOnly && names.length === 0 ? [first] : [first, ...others]
  const current = reported.map((violation) => reworded(violation, wording) ?? texts.get(violation) ?? '')
  return wording.bare?.includes(topMember(first.path)) ? current.join('; ') : listed(current)
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

function reworded(violation: Violation, wording: CurrentWording): string | undefined {
  const { kind, path, value } = violation
  if (kind === 'enum') return wording.reworded?.[topMember(path)]
  return wording.echoesJson && kind === 'mapKeys' ? echoed(violation, jsonText(value)) : undefined
}

/** Returns the classic texts. A value shared by several violations is printed once. */
function echoedTexts(broken: readonly Violation[]): Texts {
  const printed = new Map<unknown, string>()
  const print = ({ value, shape }: Violation) => {
    const text = printed.get(value) ?? javaText(value, shape)
    printed.set(value, text)
    return text
  }
  return new Map(
    broken.map((violation) => [
      violation,
      violation.kind === 'null'
        ? failed('Value null', violation, 'camel')
        : echoed(violation, print(violation)),
    ]),
  )
}

function echoed(violation: Violation, echo: string): string {
  return failed(`Value '${echo}'`, violation, 'camel')
}

function failed(subject: string, { path, constraint }: Violation, spelling: 'camel' | 'pascal'): string {
  return `${subject} at '${pathText(path, spelling)}' failed to satisfy constraint: ${constraint}`
}

function listed(texts: readonly string[]): string {
  const count = texts.length === 1 ? '1 validation error' : `${texts.length} validation errors`
  return `${count} detected: ${texts.join('; ')}`
}
