import type { TargetedWheelEvent } from 'preact'

/** What lies beyond the edge of a bar that shows no scroll bar is reached by a mouse's wheel as well. */
export function scrollSideways({ currentTarget, deltaX, deltaY }: TargetedWheelEvent<HTMLElement>): void {
  if (deltaX === 0) currentTarget.scrollLeft += deltaY
}
