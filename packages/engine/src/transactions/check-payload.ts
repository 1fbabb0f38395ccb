import { TRANSACTION_MAX_BYTES, ValidationError } from '@monotable/protocol'

/**
 * Refuses actions that say more together than a transaction may: they are counted until it is too much. What an action
 * says is its item or its key, its expressions as they are written, and what their placeholders stand for (measured in
 * DynamoDB Local to the byte; Alternator's tests on AWS have it that the items count for nothing that it meets).
 */
export function checkPayload(sizes: Iterable<number>): void {
  let sum = 0
  for (const sizeBytes of sizes) {
    sum += sizeBytes
    if (sum <= TRANSACTION_MAX_BYTES) continue
    const problem = 'Transaction payload size cannot exceed 4MB. Payload Size: '
    // That AWS says it twice was seen in 2026; the other text is DynamoDB Local's.
    throw new ValidationError(`${problem}: ${problem}${sum}`, `${problem}${sum}`)
  }
}
