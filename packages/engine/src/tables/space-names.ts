/** The space that holds all table definitions. */
export const CATALOGUE_SPACE = 'catalogue'

/** The space that stores idempotency tokens. */
export const TOKEN_SPACE = 'tokens'

/**
 * The space of all registers: streams (including those of deleted tables), backups, progress of triggers, and so
 * on.
 */
export const REGISTER_SPACE = 'registers'

/** Spaces that belong to no table or index, and always exist. */
export const SYSTEM_SPACES: readonly string[] = [CATALOGUE_SPACE, TOKEN_SPACE, REGISTER_SPACE]
