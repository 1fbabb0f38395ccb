import { warnOfFailure } from '../operations/copy-job.ts'

/**
 * Returns what a client is told about a failure. The place of a file on the server is nobody's business but that of
 * whoever runs it, who is warned with the whole message. `what` begins the warning, such as "The import has failed".
 */
export function failureText(what: string, error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const ofSystem = findSystemError(error)
  if (ofSystem === undefined) return error.message
  warnOfFailure(what, error)
  // Such as "EACCES: permission denied, open '/srv/exports/bucket/manifest-summary.json'".
  const [withoutPlace = ''] = ofSystem.message.split(`, ${ofSystem.syscall}`, 1)
  return error.message.replace(ofSystem.message, () => withoutPlace)
}

function findSystemError(error: unknown): NodeJS.ErrnoException | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    const failure: NodeJS.ErrnoException = at
    if (failure.syscall !== undefined) return failure
  }
  return undefined
}
