/** The attribute that marks a parent whose items are being recounted. Every change of the count removes it. */
export const recountAttribute = '_recount'
