import type { ConformanceCase, Step } from './case.ts'
import { differences, type Resolve } from './matchers.ts'
import type { Stage } from './stage.ts'
import { inputText } from './step-input.ts'
import { type Answer, otherRegions, type Target } from './target.ts'

/** Runs one case; returns the report of its first failing step, or undefined when all steps pass. */
export async function runCase(stage: Stage, testCase: ConformanceCase): Promise<string | undefined> {
  await stage.begin(testCase)
  try {
    for (const [index, step] of testCase.steps.entries()) {
      const problems = await runStep(stage, step)
      if (problems.length > 0) return report(testCase, { step, index, problems, resolve: stage.resolve })
    }
    return undefined
  } finally {
    await stage.end()
  }
}

async function runStep(stage: Stage, step: Step): Promise<readonly string[]> {
  const input: unknown = JSON.parse(stage.resolve(inputText(step)))
  const [second] = otherRegions(stage.target)
  const region = step.elsewhere ? second : undefined
  const answer = await stage.target.call(step.operation, input, region)
  const problems = compareAnswer(step, answer, stage.target, stage.resolve)
  if ('output' in answer) await stage.settle(step, region)
  return problems
}

function compareAnswer(step: Step, answer: Answer, target: Target, resolve: Resolve): readonly string[] {
  if (step.error) {
    if (!('error' in answer))
      return [`expected ${step.error.name}, but it succeeded with ${shorten(answer.output)}`]
    const { classic, message, name, fields = {} } = step.error
    const expected = { name, message: target.wording === 'classic' ? (classic ?? message) : message }
    const { fields: actualFields, ...actual } = answer.error
    return [
      ...differences(expected, actual, resolve),
      ...differences(fields, actualFields, resolve, '$.fields'),
    ]
  }
  if ('error' in answer) return [`expected success, got ${answer.error.name}: ${answer.error.message}`]
  return step.output === undefined ? [] : differences(step.output, answer.output, resolve)
}

interface Failure {
  readonly step: Step
  readonly index: number
  readonly problems: readonly string[]
  readonly resolve: Resolve
}

function report(testCase: ConformanceCase, failure: Failure): string {
  const { step, index, problems } = failure
  return [
    `case    ${testCase.name}`,
    `source  ${testCase.source}`,
    `step    ${index + 1} of ${testCase.steps.length}: ${step.operation} ${shorten(step.input)}`,
    ...problems.map((problem) => `  ${problem}`),
  ].join('\n')
}

function shorten(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length <= 1500 ? text : `${text.slice(0, 1500)}… (${text.length} characters)`
}
