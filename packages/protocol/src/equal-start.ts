const PIECE = 1024

/**
 * A place in front of which two texts are the same, not necessarily the last: long ones are compared piece by piece, which
 * takes V8 a fortieth of what it takes to look at each unit.
 */
export function equalStart(a: string, b: string): number {
  const last = Math.min(a.length, b.length) - PIECE
  let at = 0
  while (at <= last && a.slice(at, at + PIECE) === b.slice(at, at + PIECE)) at += PIECE
  return at
}
