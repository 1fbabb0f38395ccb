import { openExample, parseExampleArgs, parsePort } from '../open-example.ts'
import { sample } from './sample.ts'
import { serveShop } from './serve-shop.ts'

/* npm run example -- shop [--port N] [--path data | --endpoint URL] */

const { port, ...place } = parseExampleArgs(process.argv.slice(2), { port: { type: 'string' } })
const { client, place: where, close } = await openExample(sample, place)
const served = await serveShop({
  client,
  context: { now: Date.now, chance: Math.random },
  port: parsePort(port),
  report: (error) => process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`),
})
process.stdout.write(`The shop is open: ${served.url}
Its table, EcommerceTable, is ${where}. Ctrl+C closes the shop.
`)

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void served.close().then(close))
}
