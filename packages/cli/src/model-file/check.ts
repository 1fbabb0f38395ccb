import { type CheckReport, check } from '@monotable/model/check'
import { canRedraw } from '../messages/can-redraw.ts'
import { explainOutput } from '../outputs/explain-output.ts'
import { noPlace } from '../outputs/no-place.ts'
import { checkHelp } from './check-help.ts'
import { parseCheckOptions } from './check-options.ts'
import { callOf, readExpectations } from './expectations.ts'
import { loadModel } from './load-model.ts'
import { printCheck } from './print-check.ts'
import { type ExpectationResult, runExpectations } from './run-expectations.ts'
import { findDrift, writeLock } from './schema-lock.ts'

/** Runs `monotable check` and returns the exit code: 1 if something is wrong with the model. */
export async function checkCommand(args: readonly string[]): Promise<number> {
  const options = parseCheckOptions(args)
  if (options.help) {
    process.stdout.write(checkHelp)
    return 0
  }
  return explainOutput(noPlace, async () => {
    const { file, model } = await loadModel(options.file)
    if (options.lock) process.stderr.write(`Locked in ${await writeLock(file, model)}\n`)
    const found = check(model)
    const report = { ...found, findings: [...findDrift(file, model), ...found.findings] }
    const expectations = await runExpectations(model, readExpectations(file))
    const { columns = 100 } = process.stdout
    const colours = canRedraw(process.stdout) && (process.env['NO_COLOR'] ?? '') === ''
    const text = options.json
      ? `${JSON.stringify(documentOf(file, report, expectations), null, 2)}\n`
      : printCheck({ file, report, expectations }, { colours, columns })
    process.stdout.write(text)
    return isSound(report, expectations, options.strict) ? 0 : 1
  })
}

function isSound(
  { findings }: CheckReport,
  expectations: readonly ExpectationResult[],
  strict: boolean,
): boolean {
  const isWrong = findings.some(({ severity }) => strict || severity === 'error')
  return !isWrong && expectations.every(({ problem }) => problem === undefined)
}

/** Returns what `--json` prints. */
function documentOf(file: string, report: CheckReport, results: readonly ExpectationResult[]): object {
  const expectations = results.map(({ expectation, problem }) => ({
    call: callOf(expectation),
    holds: problem === undefined,
    ...(problem !== undefined && { problem }),
  }))
  return { file, ...report, expectations }
}
