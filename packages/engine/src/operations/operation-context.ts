import type { Storage } from '../storage/storage.ts'
import type { Catalogue, Realm } from '../tables/catalogue.ts'
import type { TokenLedger } from '../transactions/token-ledger.ts'
import type { Background } from '../util/background.ts'
import type { Clock } from '../util/clock.ts'
import type { InFlight } from '../util/in-flight.ts'
import type { Random } from '../util/random.ts'

/** What every operation works with. */
export interface OperationContext {
  readonly storage: Storage
  readonly catalogue: Catalogue
  /** Whose tables the caller means. */
  readonly realm: Realm
  readonly clock: Clock
  readonly random: Random
  readonly background: Background
  /** Every request runs inside it, so that a space is dropped only when nobody can still be using it. */
  readonly inFlight: InFlight
  /** Where the database can be reached (host and port), if it is served. */
  readonly endpoint?: string
  readonly tokens: TokenLedger
}

/** An answer as it goes on the wire; stored items stand in it as `JsonText`. */
export type WireAnswer = { readonly [member: string]: unknown }
