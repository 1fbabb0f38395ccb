const CHARACTER_PX = 7
const CAPITAL_PX = 9.4

/** Estimates the width of a value; capitals are wider, and most statuses are written in them. */
export function textWidthPx(text: string): number {
  let capitals = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if ((code >= 65 && code <= 90) || code === 95) capitals++
  }
  return capitals * CAPITAL_PX + (text.length - capitals) * CHARACTER_PX
}
