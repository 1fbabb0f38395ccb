import type { RecountReport, RecountSample } from '@monotable/model/evolution'
import { count, cutShortPlan, keyText, printProblems } from './print-migration.ts'

/** What a report says, for people. `isPlan`: nothing was written yet. */
export function printRecount(report: RecountReport, isPlan: boolean): string {
  const { table, goal, scanned, changed, problems, samples, problemList, units, complete } = report
  const verb = isPlan ? 'would be made up' : 'made up'
  const left = problems > 0 ? `, ${count(problems)} cannot be` : ''
  const lines = [
    `${table}: ${goal}`,
    `  ${count(scanned)} items looked at, ${count(changed)} markers and counts ${verb}${left}`,
    `  ${units.read} read units, ${units.write} write units`,
  ]
  if (!complete) lines.push(isPlan ? cutShortPlan : '  It was cut short: "monotable recount run" goes on.')
  if (isPlan && samples.length > 0) lines.push('', ...samples.map((sample) => `  ${sampleText(sample)}`))
  const texts = problemList.map(({ name, key, message }) => `${name} of ${keyText(key)}: ${message}`)
  lines.push(...printProblems('Cannot be made up:', texts, problems))
  return `${lines.join('\n')}\n`
}

function sampleText({ name, kind, key, owner = {}, before, after }: RecountSample): string {
  switch (kind) {
    case 'marker':
      return `${name}: the marker ${keyText(key)} for ${keyText(owner)}`
    case 'stale-marker':
      return `${name}: the marker ${keyText(key)} goes: ${keyText(owner)} is not there, or has something else`
    case 'count':
      return `${name}: ${keyText(key)} counts ${before ?? 'nothing'}, and there are ${after}`
  }
}
