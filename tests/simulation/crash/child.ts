import { createDatabase } from '@monotable/engine'
import { SeededRandom } from '../seeded-random.ts'
import { spreadRegions } from '../spread-regions.ts'
import { openStore } from './open-store.ts'
import { runForever, tableRegions } from './workload.ts'

// The program that is killed: it works on the database in a folder and reports what was acknowledged.
const [, , path = '', seed = '0', run = '0'] = process.argv
// Shards that last for a second, so that some programs are killed while one shard follows another.
const streams = { shardMs: 1_000, shardRecords: 2_000 }
const random = new SeededRandom(Number(seed) + Number(run))
const opened = await createDatabase({ storage: await openStore(path), streams })
const isGlobal = (await tableRegions(opened)).length > 1
const db = isGlobal ? spreadRegions(opened, random.fork()) : opened
process.stdout.write('open\n')
await runForever({
  db,
  random,
  run: Number(run),
  // Writing to a pipe is synchronous here, so a report survives even if the program is killed right after it.
  acknowledge: (line) => process.stdout.write(`${line}\n`),
})
