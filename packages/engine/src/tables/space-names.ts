/** The space that holds all table definitions. */
export const CATALOGUE_SPACE = 'catalogue'

/** The space that remembers idempotency tokens. */
export const TOKEN_SPACE = 'tokens'

/** The space of all registers: streams, also those whose table is gone, backups, how far triggers have come. */
export const REGISTER_SPACE = 'registers'

/** Spaces that are no table's or index's, and are always there. */
export const SYSTEM_SPACES: readonly string[] = [CATALOGUE_SPACE, TOKEN_SPACE, REGISTER_SPACE]
