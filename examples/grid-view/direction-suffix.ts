import type { Direction } from './grid-store.ts'

/** The part of a pattern's name that gives the direction. */
export const suffixes: { readonly [One in Direction]: 'Up' | 'Down' } = {
  ascending: 'Up',
  descending: 'Down',
}
