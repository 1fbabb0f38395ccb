import type { DifferenceGroup, Findings } from './difference-groups.ts'
import type { Answer } from './exchange.ts'
import { createTableInput } from './generate/table-shape.ts'

/** Formats the findings as text for people. */
export function reportFindings(findings: Findings): string {
  const requests = Object.entries(findings.requests).map(([operation, count]) => `${operation} ${count}`)
  return [
    `Requests: ${requests.join(', ')}`,
    ...section('Known differences', findings.known.filter(({ count }) => count > 0).map(knownLine)),
    ...section('Other words for the same error', findings.messages.map(messageLine)),
    ...section('Unknown differences', findings.unknown.map(groupText)),
    '',
  ].join('\n')
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', `${title} (${lines.length})`, ...lines]
}

function knownLine({ name, count }: { readonly name: string; readonly count: number }): string {
  return `  ${count}× ${name}`
}

function messageLine({ count, example }: DifferenceGroup): string {
  const { request, ours, theirs } = example
  return `  ${count}× ${request.operation}\n      ours:   ${answerText(ours)}\n      theirs: ${answerText(theirs)}`
}

function groupText({ group, count, example }: DifferenceGroup): string {
  const { scene, request, seed, ours, theirs } = example
  const asked = JSON.stringify(request.input)
  const tables = scene.shapes
    .filter(({ name }) => asked.includes(name))
    .map((shape) => [
      `    CreateTable ${JSON.stringify(createTableInput(shape))}`,
      ...(scene.items[shape.name] ?? []).map(
        (Item) => `    PutItem ${JSON.stringify({ TableName: shape.name, Item })}`,
      ),
    ])
  return [
    `  ${count}× ${group} (seed ${seed})`,
    ...tables.flat(),
    `    ${request.operation} ${asked}`,
    `      ours:   ${answerText(ours)}`,
    `      theirs: ${answerText(theirs)}`,
  ].join('\n')
}

function answerText(answer: Answer): string {
  if (answer.body !== undefined) return JSON.stringify(answer.body)
  const fields = Object.keys(answer.fields).length === 0 ? '' : ` ${JSON.stringify(answer.fields)}`
  return `${answer.error}: ${answer.message}${fields}`
}
