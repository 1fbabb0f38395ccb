import type { Caller, Database } from '@monotable/engine'
import type { SeededRandom } from './seeded-random.ts'
import type { Json } from './wire-call.ts'

/** The region that tables are created in, and the regions that get replicas of them. */
export const homeRegion = 'us-east-1'
export const otherRegions = ['eu-west-1', 'ap-south-1']

/** Returns a database whose requests all go to one region. */
export function inRegion(db: Database, region: string): Database {
  return withExecute(db, (operation, input, caller) => db.execute(operation, input, { ...caller, region }))
}

/**
 * Returns a database whose tables are global tables and whose requests go to a random region of them; no client should
 * notice a difference.
 */
export function spreadRegions(db: Database, random: SeededRandom): Database {
  return withExecute(db, async (operation, input, caller) => {
    const { TableName, ClientRequestToken: token } = (input ?? {}) as Json
    if (operation === 'CreateTable') {
      const answer = await db.execute(operation, input, caller)
      for (const RegionName of otherRegions)
        await changeReplica(db, TableName, { Create: { RegionName } }, caller)
      return answer
    }
    if (operation === 'DeleteTable') {
      for (const RegionName of otherRegions) {
        await changeReplica(db, TableName, { Delete: { RegionName } }, caller)
      }
      return db.execute(operation, input, caller)
    }
    const regions = [homeRegion, ...otherRegions]
    // A token belongs to one region, so a repeated request has to go to the same region again.
    const region = typeof token === 'string' ? regions[token.length % regions.length] : random.pick(regions)
    return db.execute(operation, input, { ...caller, region: region as string })
  })
}

async function changeReplica(db: Database, TableName: unknown, action: Json, caller: Caller): Promise<void> {
  await db.execute('UpdateTable', { TableName, ReplicaUpdates: [action] }, caller)
}

function withExecute(db: Database, execute: Database['execute']): Database {
  return new Proxy(db, {
    get: (target, name) => {
      if (name === 'execute') return execute
      const member: unknown = Reflect.get(target, name)
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
}
