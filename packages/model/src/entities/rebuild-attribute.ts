/** The attribute that marks a source as touched, so that what is derived from it is rebuilt. */
export const rebuildAttribute = '_rebuild'
