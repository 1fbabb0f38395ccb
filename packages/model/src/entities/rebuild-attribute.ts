/** The attribute by which a source is seen to have been touched, so that what is derived from it is built anew. */
export const rebuildAttribute = '_rebuild'
