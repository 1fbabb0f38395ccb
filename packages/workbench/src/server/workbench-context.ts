import type { NewConnection } from '../shared/api.ts'
import type { Connection } from './connection.ts'
import type { Connections } from './connections.ts'
import type { ImportedFiles } from './imported-files.ts'
import type { KnownModels } from './known-models.ts'
import type { Sample } from './sample.ts'
import type { Timer } from './send-operation.ts'

/** The context for answering requests of the page. */
export interface WorkbenchContext {
  readonly version: string
  readonly readOnly: boolean
  readonly connections: Connections
  readonly models: KnownModels
  readonly imported: ImportedFiles
  readonly samples: readonly Sample[]
  /** Returns the AWS profiles that are set up on this machine. */
  readonly profiles: () => readonly string[]
  /** Connects to another database; throws an `ApiError` if the request cannot be fulfilled. */
  readonly openConnection: (wanted: NewConnection) => Promise<Connection>
  readonly timer: Timer
  /** Returns milliseconds since 1970. */
  readonly now: () => number
}
