import type { Access } from '../access/access.ts'
import { authorizeRequest } from '../access/authorize-request.ts'
import type { OperationContext } from '../operations/operation-context.ts'
import { inLayer, type WordingLayer } from '../operations/wording-layer.ts'

/** A valid request of somebody whose policies count. */
export interface JudgedRequest {
  readonly access: Access
  /** The region that the caller named. */
  readonly region: string
  readonly operation: string
  readonly input: object
}

/**
 * Throws an AccessDeniedException unless the caller may have its request answered. It comes after a request's
 * form was checked and before anything is looked up for it; expressions are read only where a policy asks for
 * attributes or keys, and then what is wrong with them is answered first, in the operation's own words.
 */
export function authorizeCaller(context: OperationContext, request: JudgedRequest): void {
  const { access, region, operation, input } = request
  const { catalogue, realm, clock } = context
  const layer = layers.get(operation) ?? 'older'
  const read = <Result>(check: () => Result): Result => inLayer(layer, check)
  authorizeRequest(access, { catalogue, realm, clock, region, read }, { operation, input })
}

/** How operations word what is wrong with their expressions; the others do as they always did. */
const layers: ReadonlyMap<string, WordingLayer> = new Map([
  ['PutItem', 'enveloped'],
  ['UpdateItem', 'enveloped'],
  ['DeleteItem', 'enveloped'],
  ['GetItem', 'bare'],
  ['BatchGetItem', 'bare'],
  ['Query', 'bare'],
])
