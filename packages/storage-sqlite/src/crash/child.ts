import { writeSync } from 'node:fs'
import type { Storage } from '@monotable/engine'
import { openSqliteStorage } from '../open-sqlite-storage.ts'
import { clients, counterKey, decideStep, keysOf, spaces } from './workload.ts'

/*
 * The program that the crash test kills: opens the store, writes without end, and prints a line for each
 * write that was acknowledged. It goes on where the one before it was killed.
 */

const [path = '', seed = '0'] = process.argv.slice(2)

try {
  const storage = await openSqliteStorage({ path, checkpointPages: 150 })
  for (const space of spaces) await storage.createSpace(space)
  writeSync(1, 'open\n')
  for (let client = 0; client < clients; client++) void writeWithoutEnd(storage, client)
} catch (error) {
  const { code, message } = error as { code?: string; message: string }
  writeSync(1, `failed ${code} ${message}\n`)
  process.exitCode = 1
}

async function writeWithoutEnd(storage: Storage, client: number): Promise<never> {
  const [counter] = await storage.read([counterKey(client)])
  for (let n = Number(counter?.doc ?? 0) + 1; ; n++) {
    const id = { seed: Number(seed), client, n }
    await storage.mutate(keysOf(id), (values) => decideStep(id, values))
    writeSync(1, `${client} ${n}\n`)
  }
}
