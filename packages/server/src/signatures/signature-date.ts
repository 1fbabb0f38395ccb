const basicFormat = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/

/** Parses a date in the form of signatures, `20130609T095204Z`, or an HTTP date, to milliseconds since 1970. */
export function parseSignatureDate(text: string): number | undefined {
  const parts = basicFormat.exec(text)
  if (parts === null) return parseHttpDate(text)
  const [, year, month, day, hour, minute, second] = parts
  const milliseconds = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(milliseconds) ? undefined : milliseconds
}

/** Parses a date such as `Sun, 09 Jun 2013 09:52:04 GMT`. */
function parseHttpDate(text: string): number | undefined {
  if (!/^\w{3}, \d{2} \w{3} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text)) return undefined
  const milliseconds = Date.parse(text)
  return Number.isNaN(milliseconds) ? undefined : milliseconds
}

/** Formats a date as in signatures: `20130609T095204Z`. */
export function formatSignatureDate(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/[-:]|\.\d{3}/g, '')
}
