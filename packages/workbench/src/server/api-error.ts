/** An error in a request of the page or of another client: an HTTP status, a name and a message. */
export class ApiError extends Error {
  readonly status: number

  constructor(status: number, name: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.status = status
    this.name = name
  }
}

/** Makes the error for a request that cannot be understood. */
export function invalid(message: string): ApiError {
  return new ApiError(400, 'InvalidRequest', message)
}

/** Makes the error for something that does not exist. */
export function notFound(what: string): ApiError {
  return new ApiError(404, 'NotFound', `There is no ${what}.`)
}

/** The error for a change, in a database or a file, of a workbench started with --read-only. */
export function startedReadOnly(): ApiError {
  return new ApiError(403, 'ReadOnly', 'This workbench was started with --read-only.')
}
