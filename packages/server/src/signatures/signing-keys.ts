import { createHmac } from 'node:crypto'

/** The credential scope of a signature: what its key is derived for. */
export interface SigningScope {
  readonly date: string
  readonly region: string
  readonly service: string
}

/** How many derived keys are kept. Dates pass and regions are few; the bound is against hostile scopes. */
const maxCached = 1_000

/** Derives Signature Version 4 signing keys, and keeps them, since a key serves for a whole day. */
export class SigningKeys {
  readonly #derived = new Map<string, Buffer>()

  derive(secretAccessKey: string, scope: SigningScope): Buffer {
    // A scope's parts hold no slash, and the secret comes last, so no two can be taken for each other.
    const id = `${scope.date}/${scope.region}/${scope.service}/${secretAccessKey}`
    const known = this.#derived.get(id)
    if (known !== undefined) return known
    const ofDate = hmac(`AWS4${secretAccessKey}`, scope.date)
    const key = hmac(hmac(hmac(ofDate, scope.region), scope.service), 'aws4_request')
    if (this.#derived.size >= maxCached) this.#derived.clear()
    this.#derived.set(id, key)
    return key
  }
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text, 'utf8').digest()
}
