/** A JSON object, as in requests and answers. */
export type Json = { readonly [member: string]: unknown }

/** One request to one side. */
export interface Request {
  readonly operation: string
  readonly input: Json
}

/** The result of a request: the body of the answer, or an error with the other members of its body. */
export type Answer =
  | { readonly body: Json; readonly error?: undefined }
  | { readonly error: string; readonly message: string; readonly fields: Json; readonly body?: undefined }

/** One of the databases that are compared. */
export interface Side {
  readonly name: string
  send(request: Request): Promise<Answer>
  close(): Promise<void>
}

/** Sends a request that has to succeed. */
export async function demand(side: Side, operation: string, input: Json): Promise<Json> {
  const answer = await side.send({ operation, input })
  if (answer.body !== undefined) return answer.body
  throw new Error(`${side.name}: ${operation} answered ${answer.error}: ${answer.message}`)
}

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
