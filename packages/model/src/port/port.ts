import type { OperationInputs, OperationName, OperationOutputs } from './wire.ts'

/** Options for sending. */
export interface SendOptions {
  /** Aborts the request, if the client supports that. */
  readonly abortSignal: AbortSignal
}

/**
 * The only thing that the model needs of a database: sending an operation and getting its answer. Inputs and outputs
 * are those of the AWS SDK's low-level client, with binary as `Uint8Array`. A refusal rejects with an error whose
 * `name` is DynamoDB's code.
 */
export interface Port {
  send<Name extends OperationName>(
    operation: Name,
    input: OperationInputs[Name],
    options?: SendOptions,
  ): Promise<OperationOutputs[Name]>
}
