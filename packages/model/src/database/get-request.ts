import type { BatchKey } from '../batches/run-batch-get.ts'
import { encodeKey } from '../entities/encode-key.ts'
import type { EntityDefinition } from '../entities/entity-definition.ts'
import { hasExpired } from '../entities/presence.ts'
import type { Values } from '../keys/compile-template.ts'
import type { WireItem } from '../port/wire.ts'
import { answerOf } from '../reads/decode-entity.ts'
import { type GetOptions, planGet } from '../reads/plan-get.ts'
import { recognizeItem } from '../reads/recognize-item.ts'
import { fetchedNames } from '../reads/selection.ts'
import type { ModelContext } from '../sending/model-context.ts'
import { distributionOf } from './distribution-of.ts'
import { ModelRequest } from './model-request.ts'

/** What reading one item needs to know. */
interface GetSteps {
  readonly context: ModelContext
  readonly entity: EntityDefinition
  readonly key: Values
  readonly options: GetOptions
}

/** A read of one item. */
export class GetRequest<Value> extends ModelRequest<Value> {
  readonly #steps: GetSteps

  constructor(steps: GetSteps) {
    const { context, key, options } = steps
    super({
      context,
      compile: () => ({ operation: 'GetItem', input: planGet(this.entity, key, options) }),
      run: async ({ port }) => {
        const { Item } = await port.send('GetItem', planGet(this.entity, key, options))
        return this.decode(Item)
      },
    })
    this.#steps = steps
  }

  /** The entity, where the item is: in the table of its period, as one of its replicas. */
  get entity(): EntityDefinition {
    const { entity, key, context } = this.#steps
    return distributionOf(entity)?.placeOf(entity, key, context.random) ?? entity
  }

  /** Whether it is to see all that was written before. */
  get consistent(): boolean | undefined {
    return this.#steps.options.consistent
  }

  /** The stored key, for a batch, and what is to be fetched. */
  batchKey(): BatchKey {
    const { entity } = this
    const { key, options } = this.#steps
    return { table: entity.table, key: encodeKey(entity, key), names: fetchedNames(entity, options.select) }
  }

  /** What the application sees of the item that was found, if there was one. */
  decode(item: WireItem | undefined): Value {
    const {
      entity,
      options: { select, expired },
      context,
    } = this.#steps
    const isThere =
      item !== undefined &&
      recognizeItem(entity, item) &&
      !(entity.ttl && expired !== true && hasExpired(entity, item, context.clock.now()))
    return (isThere ? answerOf(entity, item, true, select) : undefined) as Value
  }
}
