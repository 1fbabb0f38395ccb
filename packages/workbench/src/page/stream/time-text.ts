/** Formats the time of a change; a stream holds a day, so a weekday says enough about the date. */
export function timeText(atMs: number, nowMs: number): string {
  const time = new Date(atMs)
  const text = time.toLocaleTimeString('en-GB')
  const isToday = time.toDateString() === new Date(nowMs).toDateString()
  return isToday ? text : `${time.toLocaleDateString('en-GB', { weekday: 'short' })} ${text}`
}
