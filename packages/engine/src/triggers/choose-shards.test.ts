import { describe, expect, it } from 'vitest'
import { chooseShards } from './choose-shards.ts'
import type { ShardInfo } from './shard-source.ts'

const shard = (shardId: string, parentShardId?: string): ShardInfo => ({
  shardId,
  isClosed: true,
  ...(parentShardId === undefined ? {} : { parentShardId }),
})

// a is split into b and c; d succeeds b.
const tree = [shard('a'), shard('b', 'a'), shard('c', 'a'), shard('d', 'b')]

describe('shards', () => {
  it.each([
    ['the first one first', [], [], ['a']],
    ['none while their parent is read', [], ['a'], []],
    ['both children of one that is finished', ['a'], [], ['b', 'c']],
    ['a grandchild after its own parent only', ['a', 'c'], ['b'], []],
    ['a grandchild beside its uncle', ['a', 'b'], ['c'], ['d']],
    ['none when all are finished', ['a', 'b', 'c', 'd'], [], []],
  ])('%s', (_, finished, active, expected) => {
    const states = { finished: new Set(finished), active: new Set(active) }
    expect(chooseShards(tree, states).map(({ shardId }) => shardId)).toEqual(expected)
  })

  it('whose parent has been trimmed count as first ones', () => {
    const states = { finished: new Set<string>(), active: new Set<string>() }
    expect(chooseShards(tree.slice(1), states).map(({ shardId }) => shardId)).toEqual(['b', 'c'])
  })
})
