import type { OperationInputs, OperationName, OperationOutputs } from './wire.ts'

/** How something is sent. */
export interface SendOptions {
  /** Ends the request early, where the client can. */
  readonly abortSignal: AbortSignal
}

/**
 * The one thing that the model needs of a database: to send an operation and to get its answer. Inputs and outputs are
 * those of the AWS SDK's low-level client, with binary as `Uint8Array`. A refusal rejects with an error whose `name`
 * is DynamoDB's code.
 */
export interface Port {
  send<Name extends OperationName>(
    operation: Name,
    input: OperationInputs[Name],
    options?: SendOptions,
  ): Promise<OperationOutputs[Name]>
}
