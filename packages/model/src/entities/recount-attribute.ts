/** The attribute of a parent whose items are being counted anew. Whoever changes the count takes it away. */
export const recountAttribute = '_recount'
