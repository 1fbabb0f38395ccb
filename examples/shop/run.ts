import { openExample, parseExampleArgs } from '../open-example.ts'
import { sample } from './sample.ts'
import { serveShop } from './serve-shop.ts'

/* npm run example -- shop [--port N] [--path data | --endpoint URL] */

const { port, ...place } = parseExampleArgs(process.argv.slice(2), { port: { type: 'string' } })
const { client, place: where, close } = await openExample(sample, place)
const served = await serveShop({
  client,
  context: { now: Date.now, chance: Math.random },
  port: port === undefined ? 0 : Number(port),
  report: console.error,
})
console.log(`The shop is open: ${served.url}\nIts table, EcommerceTable, is ${where}. Ctrl+C closes it.`)

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void served.close().then(close))
}
