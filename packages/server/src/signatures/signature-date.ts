const basicFormat = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/

/** Milliseconds since 1970 of a date as signatures have it, `20130609T095204Z`, or of an HTTP date. */
export function parseSignatureDate(text: string): number | undefined {
  const parts = basicFormat.exec(text)
  if (parts === null) return parseHttpDate(text)
  const [, year, month, day, hour, minute, second] = parts
  const milliseconds = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(milliseconds) ? undefined : milliseconds
}

/** `Sun, 09 Jun 2013 09:52:04 GMT` */
function parseHttpDate(text: string): number | undefined {
  if (!/^\w{3}, \d{2} \w{3} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text)) return undefined
  const milliseconds = Date.parse(text)
  return Number.isNaN(milliseconds) ? undefined : milliseconds
}

/** The date as signatures have it: `20130609T095204Z`. */
export function formatSignatureDate(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/[-:]|\.\d{3}/g, '')
}
