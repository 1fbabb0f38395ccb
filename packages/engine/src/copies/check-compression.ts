import type { InputCompressionType } from '@monotable/protocol'
import { validationError } from '@monotable/protocol'
import { canDecompress } from './import-source.ts'

/** Refuses a compression that cannot be decompressed here. */
export function checkCompression(compression: InputCompressionType | undefined): void {
  if (compression === undefined || canDecompress(compression)) return
  throw validationError('This version of Node cannot read files compressed by ZSTD; Node 22.15 or newer can')
}
