import type { AttributeMap } from '@monotable/protocol'

/** A record as GetRecords returns it, with the parts that the page uses. */
export interface StreamRecord {
  readonly eventName?: string
  /**
   * Who has made the change, if it was DynamoDB itself, as it is when an item expires. GetRecords capitalises the names
   * (API reference, "Identity"); Lambda, and examples of AWS, do not.
   */
  readonly userIdentity?: { readonly PrincipalId?: string; readonly principalId?: string }
  readonly dynamodb?: {
    readonly ApproximateCreationDateTime?: number
    readonly SequenceNumber?: string
    readonly Keys?: AttributeMap
    readonly OldImage?: AttributeMap
    readonly NewImage?: AttributeMap
    readonly SizeBytes?: number
  }
}

export type ChangeKind = 'inserted' | 'modified' | 'removed' | 'expired'

/** A change of an item, as its stream reports it. */
export interface StreamChange {
  /** Its sequence number, which is unique in the stream of a table. */
  readonly id: string
  readonly kind: ChangeKind
  /** The time in milliseconds; DynamoDB reports whole seconds. */
  readonly atMs: number
  readonly key: AttributeMap
  /** The item before and after, as far as the stream holds them. */
  readonly before: AttributeMap | undefined
  readonly after: AttributeMap | undefined
  readonly sizeBytes: number
  readonly record: StreamRecord
}

/** Reads a record; `undefined` if it is none. */
export function readChange(record: StreamRecord): StreamChange | undefined {
  const { SequenceNumber: id, Keys: key, ...rest } = record.dynamodb ?? {}
  if (id === undefined || key === undefined) return undefined
  return {
    id,
    kind: kindOf(record),
    atMs: (rest.ApproximateCreationDateTime ?? 0) * 1_000,
    key,
    before: rest.OldImage,
    after: rest.NewImage,
    sizeBytes: rest.SizeBytes ?? 0,
    record,
  }
}

/** Returns the whole item if the stream holds it, the newer state before the older one; else its key. */
export function itemOfChange({ after, before, key }: StreamChange): AttributeMap {
  return after ?? before ?? key
}

/** Orders changes by time, and those of the same second by their sequence numbers. */
export function compareChanges(one: StreamChange, other: StreamChange): number {
  return one.atMs - other.atMs || compareSequences(one.id, other.id)
}

/** Compares sequence numbers: up to 40 digits, some servers write them with leading zeros. */
function compareSequences(one: string, other: string): number {
  const [a, b] = [one.replace(/^0+/, ''), other.replace(/^0+/, '')]
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0)
}

function kindOf({ eventName, userIdentity }: StreamRecord): ChangeKind {
  if (eventName === 'INSERT') return 'inserted'
  if (eventName === 'MODIFY') return 'modified'
  const by = userIdentity?.PrincipalId ?? userIdentity?.principalId
  return by === 'dynamodb.amazonaws.com' ? 'expired' : 'removed'
}
