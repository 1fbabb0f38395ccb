const KEPT_MS = 60_000

/** Saves a text, or pieces of one, as a downloaded file. */
export function saveFile(name: string, type: string, text: string | string[]): void {
  const url = URL.createObjectURL(new Blob([text].flat(), { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Some browsers begin to read the URL only after this turn of the event loop.
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS)
}
