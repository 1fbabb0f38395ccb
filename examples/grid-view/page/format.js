const numbers = new Intl.NumberFormat('en', { maximumFractionDigits: 9 })
const units = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })
const dates = new Intl.DateTimeFormat('en', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

/** A value of a field, for people. */
export function formatValue(type, value) {
  if (value === undefined) return ''
  if (type === 'date') return dates.format(new Date(`${value}T00:00:00Z`))
  return typeof value === 'number' ? numbers.format(value) : value
}

/** What was typed, as a value of a field: nothing for an empty cell. */
export function parseValue(type, text) {
  const trimmed = text.trim()
  if (trimmed === '') return null
  if (type === 'text' || type === 'date') return trimmed
  const number = Number(trimmed.replaceAll(',', ''))
  if (!Number.isFinite(number)) throw new Error(`${trimmed} is no number`)
  return number
}

export function formatUnits(count) {
  return units.format(count)
}

export function formatMs(ms) {
  return ms < 10 ? ms.toFixed(1) : units.format(Math.round(ms))
}
