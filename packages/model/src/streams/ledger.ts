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
 * A stream delivers every change at least once. What was done for an item is recorded in the same transaction: the
 * number of the last change followed. A change that is delivered again has no higher number, and is ignored. There is
 * one entry for each item that has changed; it expires after two days, when the stream no longer has the changes.
 */

/** How long entries are kept; a stream keeps changes for a day. */
const rememberedSeconds = 2 * 24 * 60 * 60

/** Returns the type of entries, which keeps them apart from the application's items. */
export const ledgerType = (derivation: string): string => `ledger:${derivation}`

const sequenceName = '_sequence'
const generationName = '_generation'
const pendingName = '_pending'

/** The ledger's entry for a source item. */
export interface LedgerEntry {
  /** The last change that was followed. */
  readonly sequence: string | undefined
  /** The change that is being followed in several transactions. */
  readonly pending: string | undefined
  readonly generation: number
}

/** What an entry is for. */
export interface LedgerPlace {
  /** The name of the derivation. */
  readonly derivation: string
  /** The entity whose table contains the ledger. */
  readonly target: EntityDefinition
  /** The stored key of the source item: its partition key, and its sort key if it has one. */
  readonly source: readonly WireValue[]
}

/** Returns the stored key of an entry. */
export function ledgerKey({ derivation, target, source }: LedgerPlace): WireItem {
  const [partition = '', ...sort] = source.map(keyText)
  return markerKey(target.table, `LEDGER#${derivation}#${partition}`, `LEDGER#${sort.join('#')}`)
}

/** Returns the stored key of a derivation's state. */
export function stateKey(derivation: string, target: EntityDefinition): WireItem {
  return markerKey(target.table, `LEDGER#${derivation}`, 'STATE')
}

/** Returns a key made of two texts, which are joined into one in a table without a sort key. */
function markerKey(table: TableDefinition, partition: string, sort: string): WireItem {
  const { pk, sk } = table.key
  const key: { [attribute: string]: WireValue } = {}
  const whole = sk.length > 0 ? partition : `${partition.replace(/[$|]/g, escapeCharacter)}|${sort}`
  for (const attribute of pk) setOwn(key, attribute.name, textKey(table, attribute, whole))
  for (const attribute of sk) setOwn(key, attribute.name, textKey(table, attribute, sort))
  return key
}

/** Reads an entry; a missing one means that nothing was followed. */
export function readEntry(item: WireItem | undefined): LedgerEntry {
  const generation = item && getOwn(item, generationName)
  return {
    sequence: textOf(item, sequenceName),
    pending: textOf(item, pendingName),
    generation: generation !== undefined && 'N' in generation ? Number(generation.N) : 0,
  }
}

/** Records the last change followed for an item, provided that the entry is still as it was read. */
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

/** Returns the check that nobody else has begun to follow a later change. */
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

/** Escapes the separator, so that different keys cannot join to the same text. */
function escapeCharacter(character: string): string {
  return character === '$' ? '$24' : '$7c'
}

function textKey(table: TableDefinition, { name, type }: KeyAttribute, text: string): WireValue {
  if (type === 'S') return { S: text }
  throw new ModelError(
    'DEFINITION',
    `${table.name}: its key ${name} is not text, so it cannot hold what a stream has done`,
    { subject: table.name },
  )
}
