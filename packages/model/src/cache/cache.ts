import { type Duration, durationMs } from '../entities/duration.ts'
import type { EntityDefinition } from '../entities/entity-definition.ts'
import { requireOptions } from '../entities/require-options.ts'
import { definitionError } from '../model-error.ts'
import type { PortLayer } from '../sending/model-context.ts'
import { CachedItems } from './cached-items.ts'
import { cachingPort } from './caching-port.ts'
import { ItemStore } from './item-store.ts'

/** How many items to keep, and for how long. */
export interface CacheOptions {
  readonly size: number
  readonly lifetime: Duration
}

/**
 * Keeps items of an entity in memory: reads by key are answered from it, and writes go through it. For `connect`.
 *
 * @example
 * import { createTableInput, shape, table } from '@monotable/model'
 * import { cache } from '@monotable/model/cache'
 * const shop = table('Shop', { key: { pk: 'PK' } })
 * const Product = shop.entity('Product', { schema: shape<{ id: string }>(), key: { pk: 'PRODUCT#{id}' } })
 * await db.send('CreateTable', createTableInput(shop))
 * const app = shop.connect(db, {
 *   entities: { Product },
 *   cache: [cache(Product, { size: 1000, lifetime: { minutes: 1 } })],
 * })
 * await app.Product.create({ id: '1' })
 * const { units } = await app.Product.get({ id: '1' }).measured()
 * units.read
 * // 0
 */
export function cache(
  { definition }: { readonly definition: EntityDefinition },
  options: CacheOptions,
): PortLayer {
  requireOptions('cache', options, 'size lifetime')
  const { size, lifetime } = options
  const lifetimeMs = durationMs(Object(lifetime))
  if (!(size > 0 && lifetimeMs > 0)) {
    throw definitionError(
      'cache needs a size and a lifetime, such as { size: 1000, lifetime: { minutes: 1 } }',
      'cache',
    )
  }
  return {
    open: (clock) => {
      const store = new ItemStore({ size, lifetimeMs }, clock)
      const items = new CachedItems(store)
      return (port) => cachingPort(port, definition, items)
    },
  }
}
