import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Storage } from '../../storage/storage.ts'
import { StorageError } from '../../storage/storage-error.ts'
import { away, home, leaving, SongsWorld, TableName, third } from '../../testing/songs-world.ts'

let songs: SongsWorld
beforeEach(async () => {
  songs = await SongsWorld.open([away])
})
afterEach(() => vi.restoreAllMocks())

/** More than one page of the copy. */
const itemCount = 300

/** Lets the store decide commits that change certain spaces, but make them only when the result is called. */
function holdCommits(isMeant: (space: string) => boolean): () => void {
  const { storage } = songs
  const { mutate, read } = storage
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let isOver = false
  const held: Storage['mutate'] = async (keys, decide) => {
    if (isOver) return mutate.call(storage, keys, decide) as never
    const values = await read.call(storage, keys)
    const decision = decide(values)
    if (!decision.changes.some(({ space }) => isMeant(space)))
      return mutate.call(storage, keys, decide) as never
    await released
    return mutate.call(storage, keys, (now) => {
      return now.every((value, i) => value?.doc === values[i]?.doc) ? decision : decide(now)
    }) as never
  }
  vi.spyOn(storage, 'mutate').mockImplementation(held)
  return () => {
    isOver = true
    release()
  }
}

describe('while a replica is being disassociated', () => {
  it('all tables of the group are UPDATING and cannot be changed', async () => {
    await songs.add(third)
    await songs.put(home, 'a')
    await songs.leave(away)
    expect((await songs.described(away)).Replicas).toMatchObject([
      { RegionName: home, ReplicaStatus: 'ACTIVE' },
      { RegionName: third, ReplicaStatus: 'ACTIVE' },
    ])
    expect((await songs.described(home)).Replicas).toMatchObject([
      { RegionName: away, ReplicaStatus: 'UPDATING' },
      { RegionName: third, ReplicaStatus: 'ACTIVE' },
    ])
    const TimeToLiveSpecification = { Enabled: true, AttributeName: 'until' }
    for (const region of [home, away, third]) {
      expect((await songs.described(region)).TableStatus).toBe('UPDATING')
      for (const change of [
        () => songs.update(region, { DeletionProtectionEnabled: true }),
        () => songs.update(region, leaving(region)),
        () => songs.send(region, 'DeleteTable', { TableName }),
        () => songs.send(region, 'UpdateTimeToLive', { TableName, TimeToLiveSpecification }),
      ]) {
        await expect(change()).rejects.toMatchObject({
          name: 'ResourceInUseException',
          message: `Attempt to change a resource which is still in use: Table is being updated: ${TableName}`,
        })
      }
    }
    await songs.db.settled()
    for (const region of [home, away, third])
      expect((await songs.described(region)).TableStatus).toBe('ACTIVE')
  })

  it('settings of each region can change, and nothing is mixed up', async () => {
    await songs.put(home, 'a')
    await songs.leave(away)
    const { TableArn = '' } = await songs.described(home)
    await songs.untilSettled(async (turn) => {
      await songs.send(home, 'TagResource', {
        ResourceArn: TableArn,
        Tags: [{ Key: 'turn', Value: `${turn}` }],
      })
      await songs.recover(turn % 2 === 0 ? home : away)
      if ((await songs.replicasOf(away)) !== undefined)
        await songs.put(turn % 2 === 0 ? home : away, `a${turn}`)
    })
    await songs.put(away, 'there')
    const shared = await songs.ids(home)
    expect(await songs.ids(away)).toEqual([...shared, 'there'].sort())
  })

  it('a write that was decided before and is made after the older items were copied is in both tables', async () => {
    const release = holdCommits((space) => space.startsWith('table-'))
    const writing = songs.put(home, 'late')
    await setImmediate()
    await songs.leave(away)
    for (let turn = 0; turn < 50; turn++) await setImmediate()
    release()
    await writing
    await songs.db.settled()
    for (const region of [home, away]) expect(await songs.ids(region)).toEqual(['late'])
  })

  it('no write is lost and none arrives in only one of the tables, whatever the region', async () => {
    await songs.add(third)
    const shared = new Set(await songs.fill(itemCount))
    await songs.leave(away)
    await songs.untilSettled(async (turn) => {
      if ((await songs.replicasOf(away)) === undefined) return
      const region = [home, away, third][turn % 3] as string
      const old = `old${(turn * 37) % itemCount}`
      await Promise.all([songs.put(region, `new${turn}`), songs.remove(region, old)])
      // What was answered while the table was still in the group is in both.
      if ((await songs.replicasOf(away)) === undefined) return
      shared.add(`new${turn}`)
      shared.delete(old)
    })
    const [here, there] = [new Set(await songs.ids(home)), new Set(await songs.ids(away))]
    for (const id of shared) expect([id, here.has(id), there.has(id)]).toEqual([id, true, true])
    expect(await songs.ids(third)).toEqual([...here].sort())
  })
})

describe('copies and disassociation', () => {
  it('both tables can be restored to moments before and after', async () => {
    await songs.recover(home)
    await songs.recover(away)
    await songs.put(home, 'a')
    await songs.clock.advance(10_000)
    const together = songs.clock.now() / 1000 - 5
    await songs.put(away, 'b')
    await songs.leave(away)
    await songs.put(home, 'c')
    await songs.db.settled()
    await songs.remove(home, 'a')
    await songs.remove(away, 'b')
    await songs.clock.advance(10_000)
    const apart = songs.clock.now() / 1000 - 5
    await songs.put(home, 'd')
    await songs.put(away, 'd')
    for (const region of [home, away]) {
      for (const [TargetTableName, RestoreDateTime] of [
        ['Together', together],
        ['Apart', apart],
      ] as const) {
        const target = { SourceTableName: TableName, TargetTableName, RestoreDateTime }
        await songs.send(region, 'RestoreTableToPointInTime', target)
      }
    }
    await songs.db.settled()
    for (const region of [home, away]) expect(await songs.ids(region, 'Together')).toEqual(['a'])
    expect(await songs.ids(home, 'Apart')).toEqual(['b', 'c'])
    expect(await songs.ids(away, 'Apart')).toEqual(['a', 'c'])
  })

  it('a backup that is being made when the table leaves has the items of its moment', async () => {
    const filled = await songs.fill(itemCount)
    const release = holdCommits((space) => space.startsWith('backup-'))
    const { BackupDetails } = await songs.send(away, 'CreateBackup', { TableName, BackupName: 'meanwhile' })
    await songs.leave(away)
    for (let turn = 0; turn < 50; turn++) {
      await setImmediate()
      await songs.put(home, `new${turn}`)
      await songs.remove(home, `old${turn}`)
    }
    release()
    await songs.db.settled()
    expect(await songs.described(away)).not.toHaveProperty('Replicas')
    const BackupArn = BackupDetails?.BackupArn ?? ''
    await songs.send(away, 'RestoreTableFromBackup', { BackupArn, TargetTableName: 'Restored' })
    await songs.db.settled()
    expect(await songs.ids(away, 'Restored')).toEqual(filled.sort())
    // Nothing needs the history any more.
    expect((await songs.storage.listSpaces()).filter((space) => space.startsWith('history-'))).toEqual([])
  })
})

describe('a disassociation that is interrupted', () => {
  it.each([0, 2, 5, 12, 40])('after %i turns of the event loop is completed', async (turns) => {
    await songs.recover(away)
    const expected = new Set(await songs.fill(itemCount))
    await songs.leave(away)
    for (let turn = 0; turn < turns; turn++) {
      await setImmediate()
      if ((await songs.replicasOf(away)) === undefined) break
      await Promise.all([songs.put(away, `new${turn}`), songs.remove(home, `old${turn}`)])
      if ((await songs.replicasOf(away)) === undefined) break
      expected.add(`new${turn}`)
      expected.delete(`old${turn}`)
    }
    await songs.crash()
    // It reads as a whole table, whether or not it has left.
    const now = await songs.ids(away)
    for (const id of expected) expect([id, now.includes(id)]).toEqual([id, true])
    await songs.db.settled()
    expect(await songs.described(away)).not.toHaveProperty('Replicas')
    await songs.put(away, 'there')
    await songs.put(home, 'here')
    const [here, there] = [new Set(await songs.ids(home)), new Set(await songs.ids(away))]
    for (const id of expected) expect([id, here.has(id), there.has(id)]).toEqual([id, true, true])
    expect([here.has('there'), there.has('here')]).toEqual([false, false])
    const tables = (await songs.storage.listSpaces()).filter((space) => space.startsWith('table-'))
    expect(tables).toHaveLength(2)
  })

  it('by a store that fails for good leaves the global table as it was', async () => {
    vi.spyOn(process, 'emitWarning').mockImplementation(() => {})
    await songs.put(home, 'a')
    await songs.unprotect(away)
    const spaces = (await songs.storage.listSpaces()).length
    const { storage } = songs
    const { range } = storage
    const broken = vi.spyOn(storage, 'range').mockImplementation(async (request) => {
      if (request.space.startsWith('table-')) throw new StorageError('NO_SPACE', 'broken')
      return range.call(storage, request)
    })
    await songs.update(away, leaving(away))
    await songs.db.settled()
    broken.mockRestore()
    expect(await songs.described(away)).toMatchObject({
      TableStatus: 'ACTIVE',
      Replicas: [{ RegionName: home }],
    })
    expect(process.emitWarning).toHaveBeenCalledWith(
      `The table ${TableName} could not be disassociated: broken`,
    )
    expect(await songs.storage.listSpaces()).toHaveLength(spaces)
    await songs.put(away, 'b')
    expect(await songs.ids(home)).toEqual(['a', 'b'])
    await songs.update(away, leaving(away))
    await songs.db.settled()
    expect(await songs.ids(away)).toEqual(['a', 'b'])
  })
})
