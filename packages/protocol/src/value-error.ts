import { ValidationError } from './service-error.ts'

/**
 * A value that cannot be accepted. AWS has reworded some of these in 2026, and each operation decides which text it
 * uses and whether in an envelope; here both are bare.
 */
export class ValueError extends ValidationError {
  constructor(current: string, older: string = current) {
    super(current, older)
  }
}
