import { createIds } from '@monotable/model/ids'
import { openExample, parseExampleArgs } from '../open-example.ts'
import { compareLayouts } from './compare-layouts.ts'
import { cookieModel } from './cookie-model.ts'
import { socialModel } from './model.ts'
import { playScenario } from './play-scenario.ts'
import { printLayouts } from './print-layouts.ts'
import { sample } from './sample.ts'

/*
 * npm run example -- social [--path data | --endpoint URL]
 * npm run example -- social cookies [--clicks N] [--json]
 */

// It is no failure if nobody reads to the end (| head).
process.stdout.on('error', () => {})

const [first, ...rest] = process.argv.slice(2)
if (first === 'cookies') await compare(rest)
else await play(process.argv.slice(2))

async function play(args: readonly string[]): Promise<void> {
  const place = parseExampleArgs(args, {})
  const { client, place: where, close } = await openExample(sample, place)
  const newId = createIds()
  const isNew = place.path === undefined && place.endpoint === undefined
  print(`The table Social is ${where}\n`)
  await playScenario({
    db: socialModel.connect(client),
    context: { now: Date.now, newId },
    print,
    suffix: isNew ? '' : `-${newId().slice(-4)}`,
  })
  await close()
}

async function compare(args: readonly string[]): Promise<void> {
  const { clicks = '1000', json } = parseExampleArgs(args, {
    clicks: { type: 'string' },
    json: { type: 'boolean' },
  })
  if (!/^[1-9]\d{0,5}$/.test(clicks)) {
    process.stderr.write('--clicks takes a whole number from 1 to 999999.\n')
    process.exitCode = 2
    return
  }
  const options = { clicks: Number(clicks), sizesKb: [1, 4, 20, 100] }
  const { client, close } = await openExample({ model: cookieModel, load: async () => {} }, {})
  const costs = await compareLayouts(client, options)
  print(json === true ? JSON.stringify({ ...options, costs }, null, 2) : printLayouts(costs, options.clicks))
  await close()
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
