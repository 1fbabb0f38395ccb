import type { ReadItem } from './use-item.ts'

/** What is said where an item is not shown; nothing yet while it is read. */
export function NoItem({ failure, isRead, readAgain }: ReadItem) {
  return (
    <div class="empty">
      <p>{failure ?? (isRead ? 'This item is not in the table (any more).' : '')}</p>
      {failure === undefined ? null : (
        <div class="actions">
          <button type="button" class="button" onClick={readAgain}>
            Try again
          </button>
        </div>
      )}
    </div>
  )
}
