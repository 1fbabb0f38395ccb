import { ValidationError } from './service-error.ts'

/**
 * A value that cannot be accepted. AWS words some of these anew since 2026, and each operation decides which
 * text it uses and whether in an envelope; both are bare here.
 */
export class ValueError extends ValidationError {
  constructor(current: string, older: string = current) {
    super(current, older)
  }
}
