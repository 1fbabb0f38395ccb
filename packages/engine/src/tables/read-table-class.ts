import type { TableClass } from '@monotable/protocol'
import { validationError } from '@monotable/protocol'

const tableClasses: readonly string[] = ['STANDARD', 'STANDARD_INFREQUENT_ACCESS'] satisfies TableClass[]

/** Checks a table class, which has its own message on AWS. */
export function checkTableClass(given: string | undefined): void {
  if (given === undefined || tableClasses.includes(given)) return
  throw validationError(
    `Invalid table-class parameter provided. Please try again with a valid table-class value: ` +
      `[${tableClasses.join(', ')}].`,
  )
}
