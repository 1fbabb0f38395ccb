/** Makes the error that the SDK's own HTTP handlers throw for a request that was aborted before it was sent. */
export function abortError(): Error {
  return Object.assign(new Error('Request aborted'), { name: 'AbortError' })
}
