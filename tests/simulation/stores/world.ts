import type { Json } from '../../differential/exchange.ts'
import type { TableShape } from '../../differential/generate/table-shape.ts'
import type { SeededRandom } from '../seeded-random.ts'

export const homeRegion = 'us-east-1'
export const otherRegion = 'eu-west-1'
export const startMs = Date.UTC(2026, 0, 1)

/** What a program knows of the databases that it works on. */
export class World {
  readonly shapes = new Map<string, TableShape>()
  /** The regions of tables that have been in several. */
  readonly regions = new Map<string, string[]>()
  readonly backups: { readonly arn: string; readonly shape: TableShape }[] = []
  readonly exports: { readonly arn: string; readonly shape: TableShape; readonly prefix: string }[] = []
  nowMs = startMs
  #made = 0

  get tables(): TableShape[] {
    return [...this.shapes.values()]
  }

  get nowSeconds(): number {
    return Math.floor(this.nowMs / 1000)
  }

  /** Returns a name that nothing has had before. */
  fresh(prefix: string): string {
    return `${prefix}${this.#made++}`
  }

  keep(shape: TableShape): void {
    this.shapes.set(shape.name, shape)
  }
}

/** A request about tables and what belongs to them. */
export interface ControlRequest {
  readonly operation: string
  readonly input: Json
  /** Records the effect of the request once it has succeeded. */
  readonly done?: (body: Json) => void
}

/** Draws a request, or nothing if the world has no use for it. */
export type Maker = (world: World, random: SeededRandom) => ControlRequest | undefined

/** Makes a maker of requests about an existing table. */
export function ofTable(
  make: (shape: TableShape, random: SeededRandom, world: World) => ControlRequest | undefined,
): Maker {
  return (world, random) =>
    world.shapes.size === 0 ? undefined : make(random.pick(world.tables), random, world)
}

export function arnOf(name: string): string {
  return `arn:aws:dynamodb:us-east-1:000000000000:table/${name}`
}
