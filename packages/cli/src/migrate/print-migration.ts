import { printable } from '@monotable/engine'
import type { Finding } from '@monotable/model/check'
import type { MigrationReport, MigrationSample, MigrationState } from '@monotable/model/evolution'
import type { IndexChange } from './plan-indexes.ts'

type Item = MigrationSample['before']

/** A plan saves no state that it could be resumed from. */
export const cutShortPlan = '  Interrupted: there may be more than this.'

/** Formats a report for people. `isPlan` is set if nothing has been written yet. */
export function printReport(
  report: MigrationReport,
  indexes: readonly IndexChange[],
  isPlan: boolean,
): string {
  const { table, scanned, changed, problems, samples, problemList, units, complete, estimatedWriteUnits } =
    report
  const verb = isPlan ? 'would be written' : 'written'
  const lines = [
    `${table}: ${count(scanned)} items read, ${count(changed)} ${verb}${problems > 0 ? `, ${count(problems)} cannot be` : ''}`,
    `  ${units.read} read units${isPlan ? ` so far; about ${count(estimatedWriteUnits)} write units to write them` : `, ${units.write} write units`}`,
  ]
  if (!complete) lines.push(isPlan ? cutShortPlan : '  Interrupted: "monotable migrate resume" continues it.')
  for (const { kind, index, reason } of indexes) {
    lines.push(
      `  Index ${index} ${isPlan ? 'would be ' : 'was '}${kind === 'add' ? 'added' : 'removed'}: ${reason}`,
    )
  }
  for (const sample of isPlan ? samples : []) lines.push('', ...printSample(sample))
  const texts = problemList.map(({ entity, key, message }) => `${entity} ${keyText(key)}: ${message}`)
  lines.push(...printProblems('Cannot be migrated:', texts, problems))
  return `${lines.map(printable).join('\n')}\n`
}

/**
 * Lists problems, up to a limit. A resumed run also counts the problems of the interrupted one, but has only their
 * number.
 */
export function printProblems(title: string, texts: readonly string[], counted: number): string[] {
  // Problems on a page that was interrupted are not counted: they will be found again.
  const total = Math.max(counted, texts.length)
  if (total === 0) return []
  const shown = texts.slice(0, 20)
  const where =
    texts.length > shown.length
      ? 'more (--json lists up to a hundred)'
      : 'found before the run was interrupted; when it is complete, run it again to see them'
  const rest = total > shown.length ? [`… and ${count(total - shown.length)} ${where}`] : []
  return ['', `  ${title}`, ...[...shown, ...rest].map((text) => `    ${text}`)]
}

/** Formats for people how the model has changed since it was locked. */
export function printDrift(drift: readonly Finding[]): string {
  if (drift.length === 0) return ''
  const lines = drift.flatMap(({ table, entity, message, advice }, at) => [
    `  ${[table, entity].filter(Boolean).join('/')}: ${message}`,
    // Advice that several findings share is printed once, below the last of them.
    ...(drift[at + 1]?.advice === advice ? [] : [`    ${advice}`]),
  ])
  return `\nThe model and schema.lock.json differ:\n${lines.join('\n')}\n`
}

/** Formats the progress of a migration or recount. */
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
  const how =
    status === 'done' ? 'done' : untilMs > nowMs ? 'running' : `interrupted: "${resume}" continues it`
  return [
    `${table}: ${goal}, ${how}`,
    `  ${count(sum('scanned'))} items read, ${count(sum('changed'))} written, ${count(sum('problems'))} problems; ${done} of ${segments.length} segments`,
    '',
  ].join('\n')
}

/** Shows only the attributes that change. */
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
