import type { TargetedWheelEvent } from 'preact'

/** Scrolls a bar without a visible scroll bar with the mouse wheel. */
export function scrollSideways({ currentTarget, deltaX, deltaY }: TargetedWheelEvent<HTMLElement>): void {
  if (deltaX === 0) currentTarget.scrollLeft += deltaY
}
