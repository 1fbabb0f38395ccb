import { decimals } from '../report.mjs'
import { runChild } from '../run-child.mjs'

export const ours = '@monotable/model'

/** @typedef {{ case: string, us: { [toolkit: string]: number } }} ModelFigure */

/**
 * Returns how many times faster the model is than the fastest other toolkit.
 * @param {ModelFigure} figure
 */
export function leadOf({ us }) {
  const others = Object.entries(us).filter(([name]) => name !== ours)
  return Math.min(...others.map(([, value]) => value)) / (us[ours] ?? Number.NaN)
}

/**
 * Measures building parameters and formatting items, with the model and with other toolkits.
 * @param {import('../run.mjs').Bench} bench
 */
export async function measureModel({ options, say }) {
  const plan = options.quick ? { rounds: 5, sliceMs: 60 } : { rounds: 15, sliceMs: 150 }
  say('  in turn')
  /** @type {ModelFigure[]} */
  const figures = await runChild('model-child.mjs', plan)
  const names = Object.keys(figures[0]?.us ?? {})
  const table = {
    title: 'The model beside other toolkits',
    note: 'CPU µs of making the parameters of a request, or items out of an answer; an item has seven attributes. The others leave it to the AWS SDK’s document client to turn values into DynamoDB’s and back, and the model does it itself: not counted for the others, but in “answer”, which goes from what DynamoDB answers to what the application gets. All check what is put. “lead”: against the faster of the others.',
    nameColumns: 1,
    head: ['Case', ...names, 'lead'],
    rows: figures.map((figure) => [
      figure.case,
      ...names.map((name) => decimals(figure.us[name] ?? Number.NaN)),
      `${decimals(leadOf(figure))} ×`,
    ]),
  }
  return { figures, tables: [table] }
}
