import type { GlobalTableSettingsReplicationMode } from '@monotable/protocol'
import { validationError } from '@monotable/protocol'
import type { TableDefinition } from './table-definition.ts'

/** Returns how a table in one region asks to replicate its settings, or throws DynamoDB's error. */
export function readSettingsReplication(
  mode: GlobalTableSettingsReplicationMode | undefined,
): TableDefinition['settingsReplication'] {
  if (mode !== 'ENABLED_WITH_OVERRIDES') return mode
  throw validationError(
    `Value '${mode}' at 'GlobalTableSettingsReplicationMode' failed to satisfy constraint: ` +
      'Only ENABLED and DISABLED settings replication are supported for a Regional Table.',
  )
}
