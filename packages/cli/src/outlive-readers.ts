/**
 * Lets the process go on when nobody reads its output any more, or when there is no room for it: whoever started it
 * has ended, or was `head`. Node would otherwise end it at the next line, in the midst of requests.
 */
export function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}
