import type { CatalogueEntry } from './catalogue-record.ts'
import { moveThroughput } from './change-throughput.ts'
import { alignSpaces } from './departure.ts'
import { readEncryption } from './read-encryption.ts'
import { highestUnits } from './read-warm-throughput.ts'
import type {
  ChangeLog,
  GroupMember,
  IndexDefinition,
  OnDemandLimits,
  TableDefinition,
  Throughput,
  Units,
} from './table-definition.ts'

/** Returns the regions of the other tables of a group, in the order in which they were added. */
export function peerRegions(definition: TableDefinition): string[] {
  const own = regionOf(definition)
  return (definition.group?.members ?? []).map(({ region }) => region).filter((region) => region !== own)
}

/** Returns a table's entry among the members of its group. */
export function ownMemberOf(definition: TableDefinition): GroupMember | undefined {
  const own = regionOf(definition)
  return definition.group?.members.find(({ region }) => region === own)
}

// arn:aws:dynamodb:<region>:<account>:table/<name>
function regionOf({ arn }: TableDefinition): string | undefined {
  return arn.split(':')[3]
}

/** Returns the logs that a write to a table adds to: its own, and those of the other tables of its group. */
export function changeLogsOf(definition: TableDefinition): ChangeLog[] {
  const members = definition.group?.members ?? [logsOf(definition)]
  return members.flatMap(({ stream, kinesis }) => [
    ...(stream ? [stream] : []),
    ...(kinesis ? [{ space: kinesis.space, viewType, isForKinesis } as const] : []),
  ])
}

/** What is sent to Kinesis, whatever the view type of the table's stream (seen on AWS). */
const viewType = 'NEW_AND_OLD_IMAGES'
const isForKinesis = true

/** Returns the space of the backlog for Kinesis, while changes are sent there. */
export function kinesisLogOf({ destinations = [] }: TableDefinition): string | undefined {
  return destinations.find(({ status }) => status === 'ACTIVE' || status === 'UPDATING')?.space
}

/** Returns the spaces of the histories that a write to a table adds to. */
export function historiesOf({ group, history }: Pick<TableDefinition, 'group' | 'history'>): string[] {
  if (group === undefined) return history ? [history.space] : []
  return group.members.flatMap((member) => member.history?.space ?? [])
}

/**
 * Updates the tables of a group so that each knows the logs of all. A single remaining table is no longer in a
 * group.
 */
export function regroup(entries: readonly CatalogueEntry[]): CatalogueEntry[] {
  const byRegion = new Map(entries.map((entry) => [entry.region, entry.definition]))
  return entries.map((entry) => {
    const { group, ...rest } = entry.definition
    const members = (group?.members ?? []).flatMap(({ stream: _, kinesis: __, history: ___, ...member }) => {
      const table = byRegion.get(member.region)
      return table === undefined ? [] : [{ ...member, ...logsOf(table) }]
    })
    const isAlone = group === undefined || members.length < 2
    return { ...entry, definition: isAlone ? rest : { ...rest, group: { ...group, members } } }
  })
}

function logsOf(definition: TableDefinition): Pick<GroupMember, 'stream' | 'kinesis' | 'history'> {
  const { stream, history } = definition
  const kinesis = kinesisLogOf(definition)
  return {
    ...(stream && { stream: { space: stream.space, viewType: stream.viewType } }),
    ...(kinesis !== undefined && { kinesis: { space: kinesis } }),
    ...(history && { history }),
  }
}

/** Settings of a table that change in all regions when they change in one (AWS documentation). */
const sharedSettings = [
  'attributes',
  'billingMode',
  'payPerRequestSinceMs',
  'tableClass',
  'tableClassUpdatedMs',
  'vectorIndexes',
  'expiry',
  'scaling',
] as const

const sharedIndexSettings = ['status', 'onlyDeletes', 'scaling'] as const

/**
 * Returns what a change of one table of a group makes of another: shared settings change with it, even if the other
 * had a value of its own; tags, policies, protection and the like stay.
 */
export function followChange(
  before: TableDefinition,
  after: TableDefinition,
  peer: CatalogueEntry,
): CatalogueEntry {
  const old = alignSpaces(before, peer.definition)
  const next = alignSpaces(after, peer.definition)
  // Units of the other billing mode mean nothing, wherever they came from.
  const isWhole = old.billingMode !== next.billingMode
  const followed = follow(peer.definition, { old, next, names: sharedSettings, isWhole })
  const indexes = next.indexes.map((index): IndexDefinition => {
    const { insights: _, ...added } = index
    const known = followed.indexes.find(({ space }) => space === index.space)
    if (known === undefined) return added
    const before = old.indexes.find(({ space }) => space === index.space) ?? known
    return follow(known, { old: before, next: index, names: sharedIndexSettings, isWhole })
  })
  return {
    ...peer,
    definition: followEncryption(old, next, { ...peer, definition: { ...followed, indexes } }),
  }
}

/** The kind of encryption key is the same throughout a group; each region has its own key. */
function followEncryption(
  old: TableDefinition,
  next: TableDefinition,
  { definition: { encryption, ...rest }, ...realm }: CatalogueEntry,
): TableDefinition {
  const isOn = next.encryption !== undefined
  if (isOn === (old.encryption !== undefined)) return { ...rest, ...(encryption && { encryption }) }
  const keyArn = isOn ? readEncryption({ Enabled: true, SSEType: 'KMS' }, realm) : undefined
  return { ...rest, ...(keyArn !== undefined && { encryption: { keyArn } }) }
}

interface Following<Settings> {
  readonly old: Settings
  readonly next: Settings
  readonly names: readonly (keyof Settings)[]
  /** Whether unchanged settings are taken over as well. */
  readonly isWhole: boolean
}

function follow<Settings extends Capacity>(peer: Settings, following: Following<Settings>): Settings {
  const { old, next, names, isWhole } = following
  const followed = { ...peer }
  for (const name of names) {
    if (!isWhole && JSON.stringify(old[name]) === JSON.stringify(next[name])) continue
    if (next[name] === undefined) delete followed[name]
    else followed[name] = next[name]
  }
  const { onDemandLimits: _, ...rest } = followed
  return { ...rest, ...followCapacity(peer, following), ...followLimits(peer, following) } as Settings
}

interface Capacity {
  readonly throughput?: Throughput
  readonly warmThroughput?: Units
  readonly onDemandLimits?: OnDemandLimits
}

/**
 * Follows read and write limits separately: a request may name only one of them, and a value of the region's own
 * for the other stays.
 */
function followLimits(
  { onDemandLimits: own }: Capacity,
  { old, next, isWhole }: Omit<Following<Capacity>, 'names'>,
): Pick<Capacity, 'onDemandLimits'> {
  const [before = {}, after = {}] = [old.onDemandLimits, next.onDemandLimits]
  const read = isWhole || before.read !== after.read ? after.read : own?.read
  const write = isWhole || before.write !== after.write ? after.write : own?.write
  if (read === undefined && write === undefined) return {}
  return { onDemandLimits: { ...(read !== undefined && { read }), ...(write !== undefined && { write }) } }
}

/**
 * Returns units taken over by a peer: each region counts its own increases and decreases, and its warm throughput
 * never falls (seen on AWS).
 */
function followCapacity(
  peer: Capacity,
  { old, next, isWhole }: Omit<Following<Capacity>, 'names'>,
): Capacity {
  const { throughput, warmThroughput } = next
  const isMoved = isWhole || JSON.stringify(old.throughput) !== JSON.stringify(throughput)
  return {
    ...(throughput &&
      isMoved && { throughput: isWhole ? throughput : followUnits(peer.throughput, throughput) }),
    ...(warmThroughput && {
      warmThroughput: highestUnits(peer.warmThroughput ?? warmThroughput, warmThroughput),
    }),
  }
}

function followUnits(peer: Throughput | undefined, next: Throughput): Throughput {
  const { lastIncreaseMs = 0, lastDecreaseMs = 0 } = next
  return peer ? moveThroughput(peer, next, Math.max(lastIncreaseMs, lastDecreaseMs)) : next
}
