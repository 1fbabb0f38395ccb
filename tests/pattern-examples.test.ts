import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createDatabase, type Database } from '@monotable/engine'
import { createServer, type Server } from '@monotable/server'
import { afterAll, beforeAll, describe, it } from 'vitest'

const folder = resolve(import.meta.dirname, '..', 'examples', 'patterns')
const examples = readdirSync(folder).filter((name) => /^\d\d-.*\.ts$/.test(name))

describe('the examples of patterns run in this process', () => {
  it.each(examples)('%s', async (name) => {
    await import(/* @vite-ignore */ join(folder, name))
  })
})

describe('the examples of patterns run over HTTP, with the AWS SDK', () => {
  let db: Database
  let server: Server
  beforeAll(async () => {
    db = await createDatabase()
    server = await createServer(db, { port: 0 })
    process.env['EXAMPLES_ENDPOINT'] = server.url
  })
  afterAll(async () => {
    delete process.env['EXAMPLES_ENDPOINT']
    await server.close({ limitMs: 0 })
    await db.close()
  })

  it.each(examples)('%s', async (name) => {
    await import(/* @vite-ignore */ `${join(folder, name)}?http`)
  })
})
