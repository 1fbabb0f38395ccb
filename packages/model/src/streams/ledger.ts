import type { EntityDefinition } from '../entities/entity-definition.ts'
import type { KeyAttribute, TableDefinition } from '../entities/table-definition.ts'
import { unnamed } from '../entities/unnamed.ts'
import type { Change } from '../expressions/change.ts'
import { attributeIs } from '../expressions/condition.ts'
import { ModelError } from '../model-error.ts'
import type { WireItem, WireValue } from '../port/wire.ts'
import { toBase64 } from '../util/base64url.ts'
import { getOwn, setOwn } from '../util/own-property.ts'
import type { WriteAction } from '../writes/write-action.ts'

/*
 * A stream tells of every change at least once. What was done for an item is written down beside what was done, in the
 * same transaction: the number of the change up to which the item was followed. A change that comes again has no higher
 * number and is left out. One entry for each item that has changed, gone two days later: by then the stream has
 * forgotten the changes.
 */

/** How long a change can come again: a stream keeps it for a day. */
const rememberedSeconds = 2 * 24 * 60 * 60

/** The type of entries, so that they are taken for no item of the application's. */
export const ledgerType = (derivation: string): string => `ledger:${derivation}`

const sequenceName = '_sequence'
const generationName = '_generation'
const pendingName = '_pending'

/** What is known of an item that is followed. */
export interface LedgerEntry {
  /** Up to where it was followed. */
  readonly sequence: string | undefined
  /** The change that is being followed, in several transactions. */
  readonly pending: string | undefined
  readonly generation: number
}

/** What an entry is for. */
export interface LedgerPlace {
  /** The name of what follows. */
  readonly derivation: string
  /** The entity whose table has the ledger. */
  readonly target: EntityDefinition
  /** The stored key of the item that is followed: its partition key, and its sort key if it has one. */
  readonly source: readonly WireValue[]
}

/** The stored key of an entry. */
export function ledgerKey({ derivation, target, source }: LedgerPlace): WireItem {
  const [partition = '', ...sort] = source.map(keyText)
  return markerKey(target.table, `LEDGER#${derivation}#${partition}`, `LEDGER#${sort.join('#')}`)
}

/** The stored key of what is known of all that a derivation does. */
export function stateKey(derivation: string, target: EntityDefinition): WireItem {
  return markerKey(target.table, `LEDGER#${derivation}`, 'STATE')
}

/** Where the table has no sort key, both texts make one. */
function markerKey(table: TableDefinition, partition: string, sort: string): WireItem {
  const { pk, sk } = table.key
  const key: { [attribute: string]: WireValue } = {}
  const whole = sk.length > 0 ? partition : `${partition.replace(/[$|]/g, escapeCharacter)}|${sort}`
  for (const attribute of pk) setOwn(key, attribute.name, textKey(table, attribute, whole))
  for (const attribute of sk) setOwn(key, attribute.name, textKey(table, attribute, sort))
  return key
}

/** What an entry says; one that is not there says that nothing was followed. */
export function readEntry(item: WireItem | undefined): LedgerEntry {
  const generation = item && getOwn(item, generationName)
  return {
    sequence: textOf(item, sequenceName),
    pending: textOf(item, pendingName),
    generation: generation !== undefined && 'N' in generation ? Number(generation.N) : 0,
  }
}

/** Writes down that an item was followed up to a change, if the entry is still as it was read. */
export function advanceLedger(
  place: LedgerPlace,
  read: LedgerEntry,
  {
    sequence,
    generation,
    now,
    pending,
  }: { sequence: string; generation: number; now: number; pending?: boolean },
): WriteAction {
  const { target } = place
  const ttl = target.table.ttlAttribute ?? target.ttl?.stored
  const type = target.table.typeAttribute
  const expires = String(Math.floor(now / 1_000) + rememberedSeconds)
  const set = (name: string, value: WireValue): Change => ({
    kind: 'set',
    steps: [name],
    value: { kind: 'wire', value },
  })
  const changes: Change[] = [
    set(pending === true ? pendingName : sequenceName, { S: sequence }),
    set(generationName, { N: String(generation) }),
    ...(ttl === undefined ? [] : [set(ttl, { N: expires })]),
    ...(type === undefined ? [] : [set(type, { S: ledgerType(place.derivation) })]),
    ...(pending === true ? [] : [{ kind: 'remove', steps: [pendingName] } as const]),
  ]
  return {
    kind: 'update',
    entity: unnamed(target),
    key: ledgerKey(place),
    changes,
    condition: { kind: 'and', conditions: conditionsOf(read) },
    marker: true,
  }
}

/** Makes sure that nobody else has begun to follow a later change. */
export function checkPending(place: LedgerPlace, sequence: string): WriteAction {
  const entity = unnamed(place.target)
  const condition = attributeIs(pendingName, { S: sequence })
  return { kind: 'check', entity, key: ledgerKey(place), condition, marker: true }
}

function conditionsOf({ sequence, pending }: LedgerEntry) {
  const stored = (text: string | undefined) => (text === undefined ? undefined : { S: text })
  return [attributeIs(sequenceName, stored(sequence)), attributeIs(pendingName, stored(pending))]
}

function textOf(item: WireItem | undefined, name: string): string | undefined {
  const value = item && getOwn(item, name)
  return value !== undefined && 'S' in value ? value.S : undefined
}

function keyText(value: WireValue): string {
  if ('S' in value) return value.S
  if ('N' in value) return value.N
  return 'B' in value ? toBase64(value.B) : ''
}

/** So that two keys that run together to the same text have different entries. */
function escapeCharacter(character: string): string {
  return character === '$' ? '$24' : '$7c'
}

function textKey(table: TableDefinition, { name, type }: KeyAttribute, text: string): WireValue {
  if (type === 'S') return { S: text }
  throw new ModelError(
    'DEFINITION',
    `${table.name}: its key ${name} is no text, so that it cannot hold what a stream has done`,
    { subject: table.name },
  )
}
