let lost: Error | undefined

/**
 * Lets the process go on when nobody reads its output any more, or when there is no room for it: whoever started it
 * has ended, or was `head`. Node would otherwise end it at the next line, in the midst of requests.
 */
export function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) {
    if (!stream.listeners('error').includes(goOn)) stream.on('error', goOn)
  }
}

/** Why something could not be printed; nothing when all was, or nobody wanted to read it. */
export function whyLost(): Error | undefined {
  return lost
}

function goOn(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') lost ??= error
}
