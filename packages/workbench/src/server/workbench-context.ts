import type { NewConnection } from '../shared/api.ts'
import type { Connection } from './connection.ts'
import type { Connections } from './connections.ts'
import type { KnownModels } from './known-models.ts'
import type { Sample } from './sample.ts'
import type { Timer } from './send-operation.ts'

/** What answering needs to know. */
export interface WorkbenchContext {
  readonly version: string
  readonly readOnly: boolean
  readonly connections: Connections
  readonly models: KnownModels
  readonly samples: readonly Sample[]
  /** Profiles of AWS that are set up on this machine. */
  readonly profiles: () => readonly string[]
  /** Connects to another database; what is wrong with the wish is thrown as an `ApiError`. */
  readonly openConnection: (wanted: NewConnection) => Promise<Connection>
  readonly timer: Timer
  /** Milliseconds since 1970. */
  readonly now: () => number
}
