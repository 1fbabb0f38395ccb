/** The headers of a request. */
export interface HeaderValues {
  /** Returns the value of a header, given its name in lower case. Values of a repeated header are joined by commas. */
  get(name: string): string | undefined
}

/** A request as it came over a connection, with its whole body. `path` includes the query string. */
export interface ReceivedRequest {
  readonly method: string
  readonly path: string
  readonly headers: HeaderValues
  readonly body: Uint8Array
}

/** An HTTP request with its whole body. `path` includes the query string; header names may have any case. */
export interface ServerRequest {
  readonly method: string
  readonly path: string
  readonly headers: { readonly [name: string]: string | undefined }
  readonly body: Uint8Array
}

/** An HTTP answer with its whole body. */
export interface ServerResponse {
  readonly status: number
  readonly headers: { readonly [name: string]: string }
  readonly body: string
}
