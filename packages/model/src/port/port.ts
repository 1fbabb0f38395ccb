import type { OperationInputs, OperationName, OperationOutputs } from './wire.ts'

/**
 * The one thing that the model needs of a database: to send an operation and to get its answer. Inputs and outputs are
 * those of the AWS SDK's low-level client, with binary as `Uint8Array`. A refusal rejects with an error whose `name`
 * is DynamoDB's code.
 */
export interface Port {
  send<Name extends OperationName>(
    operation: Name,
    input: OperationInputs[Name],
  ): Promise<OperationOutputs[Name]>
}
