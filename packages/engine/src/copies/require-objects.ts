import { validationError } from '@monotable/protocol'
import type { OperationContext } from '../operations/operation-context.ts'
import type { ObjectFolder } from '../util/object-folder.ts'

/** Returns the folder that stands in for S3, or throws an error that explains how to configure one. */
export function requireObjects({ objects }: OperationContext): ObjectFolder {
  if (objects !== undefined) return objects
  throw validationError(
    'Monotable has no folder for exports, imports and bulk operations: give openDatabase the option exports, ' +
      'or monotable serve the option --export-dir',
  )
}
