/** What is wrong with a question of the page, or of whoever else asks: a status of HTTP, a name and a message. */
export class ApiError extends Error {
  readonly status: number

  constructor(status: number, name: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.status = status
    this.name = name
  }
}

/** A question that cannot be understood. */
export function invalid(message: string): ApiError {
  return new ApiError(400, 'InvalidRequest', message)
}

/** A question about something that is not there. */
export function notFound(what: string): ApiError {
  return new ApiError(404, 'NotFound', `There is no ${what}.`)
}
