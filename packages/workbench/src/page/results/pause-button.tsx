interface PauseButtonProps {
  readonly isPaused: boolean
  /** How many rows have come since the pause began. */
  readonly newer: number
  readonly onClick: () => void
}

/** Holds a list of what happens still, and lets it go on. */
export function PauseButton({ isPaused, newer, onClick }: PauseButtonProps) {
  const resume = newer > 0 ? `Resume (${newer.toLocaleString('en')} new)` : 'Resume'
  return (
    <button type="button" class="button" aria-pressed={isPaused} onClick={onClick}>
      {isPaused ? resume : 'Pause'}
    </button>
  )
}
