import type { Wording } from '@monotable/protocol'
import type { Caller, ExecutesOperations } from '../requests/executes-operations.ts'

/** A database that answers with what it was asked, and can be made to wait or fail. */
export class EchoDatabase implements ExecutesOperations {
  readonly messages: Wording = 'current'
  readonly calls: { operation: string; input: unknown; caller: Caller }[] = []
  /** Runs before each answer. */
  before: () => Promise<void> = async () => {}
  /** Produces each answer; by default the input as JSON. */
  reply: (input: unknown) => string = (input) => JSON.stringify(input)

  async execute(operation: string, input: unknown, caller: Caller): Promise<string> {
    this.calls.push({ operation, input, caller })
    await this.before()
    return this.reply(input)
  }
}
