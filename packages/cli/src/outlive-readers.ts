let lost: Error | undefined

/**
 * Keeps the process running when nobody reads its output any more, or when there is no room for it: the program that
 * started it has ended, or was `head`. Otherwise Node would end it at the next line of output, in the middle of
 * requests.
 */
export function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) {
    if (!stream.listeners('error').includes(goOn)) stream.on('error', goOn)
  }
}

/** Returns why output was lost; `undefined` if all of it was printed, or nobody wanted to read it. */
export function whyLost(): Error | undefined {
  return lost
}

function goOn(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') lost ??= error
}
