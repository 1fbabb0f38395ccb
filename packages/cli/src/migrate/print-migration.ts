import type { Finding } from '@monotable/model/check'
import type { MigrationReport, MigrationSample, MigrationState } from '@monotable/model/evolution'
import type { IndexChange } from './plan-indexes.ts'

type Item = MigrationSample['before']

/** Of a plan nothing is kept that could be gone on with. */
export const cutShortPlan = '  It was cut short: there may be more than this.'

/** What a report says, for people. `isPlan`: nothing was written yet. */
export function printReport(
  report: MigrationReport,
  indexes: readonly IndexChange[],
  isPlan: boolean,
): string {
  const { table, scanned, changed, problems, samples, problemList, units, complete, estimatedWriteUnits } =
    report
  const verb = isPlan ? 'would be written' : 'written'
  const lines = [
    `${table}: ${count(scanned)} items looked at, ${count(changed)} ${verb}${problems > 0 ? `, ${count(problems)} cannot be` : ''}`,
    `  ${units.read} read units${isPlan ? ` so far; about ${count(estimatedWriteUnits)} write units to write them` : `, ${units.write} write units`}`,
  ]
  if (!complete) lines.push(isPlan ? cutShortPlan : '  It was cut short: "monotable migrate resume" goes on.')
  for (const { kind, index, reason } of indexes) {
    lines.push(
      `  Index ${index} ${isPlan ? 'would be ' : 'was '}${kind === 'add' ? 'added' : 'removed'}: ${reason}`,
    )
  }
  for (const sample of isPlan ? samples : []) lines.push('', ...printSample(sample))
  const texts = problemList.map(({ entity, key, message }) => `${entity} ${keyText(key)}: ${message}`)
  lines.push(...printProblems('Cannot be migrated:', texts, problems))
  return `${lines.join('\n')}\n`
}

/** What is wrong, as far as there is room for it. A run that goes on with another counts what that one met, and has only its number. */
export function printProblems(title: string, texts: readonly string[], counted: number): string[] {
  // What was met on a page that was cut short is not counted: it is met again.
  const total = Math.max(counted, texts.length)
  if (total === 0) return []
  const shown = texts.slice(0, 20)
  const where =
    texts.length > shown.length
      ? 'more (--json has a hundred of them)'
      : 'that were met before it was cut short; when it is complete, run it again to see them'
  const rest = total > shown.length ? [`… and ${count(total - shown.length)} ${where}`] : []
  return ['', `  ${title}`, ...[...shown, ...rest].map((text) => `    ${text}`)]
}

/** What the model has become since it was locked, for people. */
export function printDrift(drift: readonly Finding[]): string {
  if (drift.length === 0) return ''
  const lines = drift.flatMap(({ table, entity, message, advice }, at) => [
    `  ${[table, entity].filter(Boolean).join('/')}: ${message}`,
    // What is to be done about several is said once, below the last of them.
    ...(drift[at + 1]?.advice === advice ? [] : [`    ${advice}`]),
  ])
  return `\nThe model and schema.lock.json differ:\n${lines.join('\n')}\n`
}

/** How far a migration or a recount is. */
export function printState(
  table: string,
  state: MigrationState | undefined,
  { nowMs, what, resume }: { readonly nowMs: number; readonly what: string; readonly resume: string },
): string {
  if (state === undefined) return `${table}: no ${what} so far\n`
  const { goal, status, segments, untilMs } = state
  const sum = (name: 'scanned' | 'changed' | 'problems') =>
    segments.reduce((total, { counts }) => total + counts[name], 0)
  const done = segments.filter((segment) => segment.done).length
  const how = status === 'done' ? 'done' : untilMs > nowMs ? 'running' : `cut short: "${resume}" goes on`
  return [
    `${table}: ${goal}, ${how}`,
    `  ${count(sum('scanned'))} items looked at, ${count(sum('changed'))} written, ${count(sum('problems'))} problems; ${done} of ${segments.length} segments`,
    '',
  ].join('\n')
}

/** Only what becomes another. */
function printSample({ entity, kind, key, before, after }: MigrationSample): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort()
  const changed = names.filter((name) => text(before, name) !== text(after, name))
  return [
    `  ${entity} ${keyText(key)}${kind === 'move' ? ', moved to another key' : ''}`,
    ...changed.flatMap((name) => [
      ...(Object.hasOwn(before, name) ? [`  - ${name}: ${text(before, name)}`] : []),
      ...(Object.hasOwn(after, name) ? [`  + ${name}: ${text(after, name)}`] : []),
    ]),
  ]
}

function text(item: Item, name: string): string {
  const value = Object.hasOwn(item, name) ? JSON.stringify(item[name]) : ''
  return value.length > 100 ? `${value.slice(0, 100)}…` : value
}

export function keyText(key: Item): string {
  return Object.values(key)
    .map((value) => String(Object.values(value)[0]))
    .join(' / ')
}

export function count(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',')
}
