/** What was mended or left out of a file, and where. */
export interface FileMessage {
  readonly path: string
  readonly message: string
}

/** A value that JSON holds, as it was read: nothing is known of it. */
export type Members = { readonly [name: string]: unknown }

/** Whether a value is an object with members, as JSON has them. */
export function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Reads a file that people and programs have made: every oddity is told, and none stops it. */
export class Reading {
  readonly messages: FileMessage[] = []

  tell(path: string, message: string): void {
    this.messages.push({ path, message })
  }

  /** A list; what is none is told, unless it is missing. */
  list(value: unknown, path: string): readonly unknown[] {
    if (Array.isArray(value)) return value
    if (value !== undefined && value !== null) this.tell(path, 'is no list, and was left out')
    return []
  }
}
