/** Where a connected model keeps how to go through something more; for the model itself. */
export const around: unique symbol = Symbol('around')
