import type { BatchKey } from '../batches/batch-get-input.ts'
import { encodeKey } from '../entities/encode-key.ts'
import type { EntityDefinition } from '../entities/entity-definition.ts'
import { hasExpired } from '../entities/presence.ts'
import type { Values } from '../keys/compile-template.ts'
import type { GetItemInput, WireItem } from '../port/wire.ts'
import { answerOf } from '../reads/decode-entity.ts'
import { type GetOptions, planGet } from '../reads/plan-get.ts'
import { recognizeItem } from '../reads/recognize-item.ts'
import { fetchedNames } from '../reads/selection.ts'
import type { ModelContext } from '../sending/model-context.ts'
import { distributionOf } from './distribution-of.ts'
import { ModelRequest } from './model-request.ts'
import { requireMembers } from './require-members.ts'

/** What a read of one item needs. */
interface GetSteps {
  readonly context: ModelContext
  readonly entity: EntityDefinition
  readonly key: Values
  readonly options: GetOptions
}

/** A request that reads one item. */
export class GetRequest<Value> extends ModelRequest<Value> {
  readonly #steps: GetSteps

  constructor(steps: GetSteps) {
    const { context, key, options } = steps
    super({
      context,
      compile: () => ({ operation: 'GetItem', input: planGet(this.entity, key, options) }),
      run: async ({ port }) => {
        const { Item } = await port.send('GetItem', this.params().input as GetItemInput)
        return this.decode(Item)
      },
    })
    this.#steps = steps
  }

  /** The entity as stored where this item is: in the table of its period, or as one of its replicas. */
  get entity(): EntityDefinition {
    const { entity, key, context } = this.#steps
    return distributionOf(entity)?.placeOf(entity, key, context.random) ?? entity
  }

  /** Whether the read sees all writes acknowledged before it. */
  get consistent(): boolean | undefined {
    return this.#steps.options.consistent
  }

  /** Returns the stored key, and the attributes to fetch, for a batch. */
  batchKey(): BatchKey {
    const { entity } = this
    const { key, options } = this.#steps
    return { table: entity.table, key: encodeKey(entity, key), names: fetchedNames(entity, options.select) }
  }

  /** Returns what the application sees of the item that was found, if any. */
  decode(item: WireItem | undefined): Value {
    const {
      entity,
      options: { select, expired },
      context,
    } = this.#steps
    const isThere =
      item !== undefined &&
      recognizeItem(entity, item) &&
      !(entity.ttl && !expired && hasExpired(entity, item, context.clock.now()))
    return (isThere ? answerOf(entity, item, true, select) : undefined) as Value
  }
}

/** Refuses what is no read of one item. */
export function requireReads<Requests extends readonly GetRequest<unknown>[]>(requests: Requests): Requests {
  return requireMembers(requests, 'batchKey', 'get(key)') as Requests
}
