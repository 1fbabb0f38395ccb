import type { InputCompressionType, InputFormat } from '@monotable/protocol'
import { validationError } from '@monotable/protocol'
import { canDecompress } from './import-source.ts'

/** Refuses files that cannot be read here; `what` is what they would be read for. */
export function checkReadable(
  what: string,
  {
    format,
    compression,
  }: { readonly format: InputFormat; readonly compression?: InputCompressionType | undefined },
): void {
  if (format === 'ION') throw validationError(`Monotable does not support ${what} in ION yet`)
  if (compression !== undefined && !canDecompress(compression)) {
    throw validationError(
      'This version of Node cannot read files compressed by ZSTD; Node 22.15 or newer can',
    )
  }
}
