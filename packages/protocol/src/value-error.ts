import { type ServiceError, ValidationError } from './service-error.ts'

/**
 * Which of AWS's two layers of value checks an operation uses, as seen in 2026:
 * `enveloped` PutItem, UpdateItem, DeleteItem; `bare` GetItem, BatchGetItem, Query;
 * `older` BatchWriteItem, Scan, the transactions.
 */
export type ValueLayer = 'enveloped' | 'bare' | 'older'

/** Where a value error is reported. */
export interface ValueErrorPlace {
  readonly layer: ValueLayer
  /** The key in ExpressionAttributeValues (`:v`) that held the value; the older layer names it. */
  readonly placeholder?: string
  /** What the older layer puts in front, such as `The provided starting key is invalid: `. */
  readonly prefix?: string
}

/**
 * A value that cannot be accepted. Thrown as it is, it is what PutItem answers; every other place re-words it
 * with `at`. `current` and `older` are the bare messages of the two layers.
 */
export class ValueError extends ValidationError {
  readonly current: string
  readonly older: string

  constructor(current: string, older: string = current) {
    super(`1 validation error detected: ${current}`, older)
    this.current = current
    this.older = older
  }

  /** The error to throw for a value at this place. The classic wording is always that of the older layer. */
  at({ layer, placeholder, prefix = '' }: ValueErrorPlace): ServiceError {
    const older =
      placeholder === undefined
        ? prefix + this.older
        : `ExpressionAttributeValues contains invalid value: ${this.older} for key ${placeholder}`
    const current = layer === 'enveloped' ? this.message : layer === 'bare' ? this.current : older
    return new ValidationError(current, older, { cause: this })
  }
}
