import { validationError } from '@monotable/protocol'
import type { OperationContext } from '../operations/operation-context.ts'
import type { ObjectFolder } from '../util/object-folder.ts'

/** The folder that stands for S3, or an error that says how to have one. */
export function requireObjects({ objects }: OperationContext): ObjectFolder {
  if (objects !== undefined) return objects
  throw validationError(
    'Monotable has no folder for exports, imports and bulk operations: give openDatabase the option exports, ' +
      'or monotable serve the option --export-dir',
  )
}
