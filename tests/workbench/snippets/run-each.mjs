// Imports the modules whose URLs it reads, one JSON string per line: the AWS SDK is loaded once for all of them.
import { createInterface } from 'node:readline'

const streams = { output: process.stdout, error: process.stderr }
const tell = process.stdout.write.bind(process.stdout)

for await (const line of createInterface({ input: process.stdin })) {
  const ended = { code: 0, output: '', error: '' }
  const restore = Object.entries(streams).map(([name, stream]) => {
    const { write } = stream
    stream.write = (text) => {
      ended[name] += text
      return true
    }
    return () => {
      stream.write = write
    }
  })
  try {
    await import(JSON.parse(line))
  } catch (error) {
    ended.code = 1
    ended.error += String(error?.stack ?? error)
  }
  for (const put of restore) put()
  tell(`${JSON.stringify(ended)}\n`)
}
