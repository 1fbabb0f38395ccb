import { printable } from '@monotable/engine'
import type { RecountReport, RecountSample } from '@monotable/model/evolution'
import { count, cutShortPlan, keyText, printProblems } from './print-migration.ts'

/** Formats a report for people. `isPlan` is set if nothing has been written yet. */
export function printRecount(report: RecountReport, isPlan: boolean): string {
  const { table, goal, scanned, changed, problems, samples, problemList, units, complete } = report
  const verb = isPlan ? 'would be corrected' : 'corrected'
  const left = problems > 0 ? `, ${count(problems)} cannot be` : ''
  const lines = [
    `${table}: ${goal}`,
    `  ${count(scanned)} items read, ${count(changed)} markers and counts ${verb}${left}`,
    `  ${units.read} read units, ${units.write} write units`,
  ]
  if (!complete) lines.push(isPlan ? cutShortPlan : '  Interrupted: "monotable recount run" continues it.')
  if (isPlan && samples.length > 0) lines.push('', ...samples.map((sample) => `  ${sampleText(sample)}`))
  const texts = problemList.map(({ name, key, message }) => `${name} of ${keyText(key)}: ${message}`)
  lines.push(...printProblems('Cannot be corrected:', texts, problems))
  return `${lines.map(printable).join('\n')}\n`
}

function sampleText({ name, kind, key, owner = {}, before, after }: RecountSample): string {
  switch (kind) {
    case 'marker':
      return `${name}: add the marker ${keyText(key)} for ${keyText(owner)}`
    case 'stale-marker':
      return `${name}: remove the marker ${keyText(key)}: ${keyText(owner)} does not exist, or has another value`
    case 'count':
      return `${name}: ${keyText(key)} counts ${before ?? 'nothing'}, but there are ${after}`
  }
}
