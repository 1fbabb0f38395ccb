/** The space that holds all table definitions. */
export const CATALOGUE_SPACE = 'catalogue'

/** The space that remembers idempotency tokens. */
export const TOKEN_SPACE = 'tokens'

/** Spaces that are no table's or index's, and are always there. */
export const SYSTEM_SPACES: readonly string[] = [CATALOGUE_SPACE, TOKEN_SPACE]
