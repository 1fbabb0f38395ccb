import { type DatabaseProxy, startProxy } from './start-proxy.ts'

/** A proxy in front of PostgreSQL that can lose the answer to a COMMIT along with its connection. */
export interface CuttingProxy extends DatabaseProxy {
  /** How many more answers to lose. */
  cuts: number
}

export async function startCuttingProxy(databaseUrl: string): Promise<CuttingProxy> {
  const proxy = await startProxy(databaseUrl, (client, database) => {
    let isCut = false
    client.on('data', (bytes) => {
      if (cutting.cuts > 0 && bytes.includes('COMMIT')) {
        cutting.cuts -= 1
        isCut = true
      }
      database.write(bytes)
    })
    // The database has done what it has answered.
    database.on('data', (bytes) => {
      if (!isCut) client.write(bytes)
      else if (bytes.includes('COMMIT')) client.destroy()
    })
  })
  const cutting: CuttingProxy = { ...proxy, cuts: 0 }
  return cutting
}
