import { createHmac } from 'node:crypto'

/** The credential scope of a signature, for which its key is derived. */
export interface SigningScope {
  readonly date: string
  readonly region: string
  readonly service: string
}

/** How many derived keys are kept. Dates pass and regions are few; the limit is against hostile scopes. */
const maxCached = 1_000

/** Derives the signing keys of Signature Version 4, and keeps them, since each serves for a whole day. */
export class SigningKeys {
  readonly #derived = new Map<string, Buffer>()

  derive(secretAccessKey: string, scope: SigningScope): Buffer {
    // The parts of a scope contain no slash, and the secret comes last, so no two ids can be the same.
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
