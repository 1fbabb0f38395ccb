/** The space that holds all table definitions. */
export const CATALOGUE_SPACE = 'catalogue'

/** The space that remembers idempotency tokens. */
export const TOKEN_SPACE = 'tokens'

/** The space that holds all streams, also those whose table is gone. */
export const STREAM_SPACE = 'streams'

/** The spaces of the other registers: backups, exports, imports, and how far triggers have come. */
export const BACKUP_SPACE = 'backups'
export const EXPORT_SPACE = 'exports'
export const IMPORT_SPACE = 'imports'
export const CHECKPOINT_SPACE = 'checkpoints'
export const DEAD_LETTER_SPACE = 'dead-letters'

/** Spaces of documents that can name other spaces as theirs. */
export const REGISTER_SPACES: readonly string[] = [
  STREAM_SPACE,
  BACKUP_SPACE,
  EXPORT_SPACE,
  IMPORT_SPACE,
  CHECKPOINT_SPACE,
  DEAD_LETTER_SPACE,
]

/** Spaces that are no table's or index's, and are always there. */
export const SYSTEM_SPACES: readonly string[] = [CATALOGUE_SPACE, TOKEN_SPACE, ...REGISTER_SPACES]
