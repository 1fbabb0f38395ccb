import type { ReadItem } from './use-item.ts'

/** Says why an item is not shown; nothing while it is being read. */
export function NoItem({ failure, isRead, readAgain }: ReadItem) {
  return (
    <div class="empty">
      <p>{failure ?? (isRead ? 'This item is not in the table, or no longer.' : '')}</p>
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
