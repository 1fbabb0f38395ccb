import type { Wording } from '@monotable/protocol'
import type { Caller, ExecutesOperations } from '../requests/executes-operations.ts'

/** A database that answers with what it was asked, and can be made to wait or fail. */
export class EchoDatabase implements ExecutesOperations {
  readonly messages: Wording = 'current'
  readonly calls: { operation: string; input: unknown; caller: Caller }[] = []
  /** Runs before each answer. */
  before: () => Promise<void> = async () => {}
  /** Makes each answer; the input as JSON unless a test says otherwise. */
  reply: (input: unknown) => string = (input) => JSON.stringify(input)

  async execute(operation: string, input: unknown, caller: Caller): Promise<string> {
    this.calls.push({ operation, input, caller })
    await this.before()
    return this.reply(input)
  }
}
