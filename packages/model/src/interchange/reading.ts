/** What was repaired or left out of a file, and where. */
export interface FileMessage {
  readonly path: string
  readonly message: string
}

/** An object that was read from JSON, unchecked. */
export type Members = { readonly [name: string]: unknown }

/** Whether a value is an object, as in JSON. */
export function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Collects messages about a file written by people or other programs: every problem is reported, and none stops the
 * reading.
 */
export class Reading {
  readonly messages: FileMessage[] = []

  tell(path: string, message: string): void {
    this.messages.push({ path, message })
  }

  /** Returns a list; reports anything else, unless it is missing. */
  list(value: unknown, path: string): readonly unknown[] {
    if (Array.isArray(value)) return value
    if (value !== undefined && value !== null) this.tell(path, 'is not a list, and was left out')
    return []
  }
}
