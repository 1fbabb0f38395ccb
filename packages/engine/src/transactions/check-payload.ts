import { TRANSACTION_MAX_BYTES, ValidationError } from '@monotable/protocol'

/**
 * Refuses actions whose total size exceeds the limit of a transaction; stops counting at the limit. The size of an
 * action is that of its item or its key, its expressions as written, and the meanings of their placeholders
 * (measured in DynamoDB Local to the byte; Alternator's tests on AWS show that existing items do not count).
 */
export function checkPayload(sizes: Iterable<number>): void {
  let sum = 0
  for (const sizeBytes of sizes) {
    sum += sizeBytes
    if (sum <= TRANSACTION_MAX_BYTES) continue
    const problem = 'Transaction payload size cannot exceed 4MB. Payload Size: '
    // AWS was seen to say it twice in 2026; the other text is DynamoDB Local's.
    throw new ValidationError(`${problem}: ${problem}${sum}`, `${problem}${sum}`)
  }
}
