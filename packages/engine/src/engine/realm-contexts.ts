import type { OperationContext } from '../operations/operation-context.ts'
import type { Realm } from '../tables/catalogue.ts'

/** Callers choose their region and account freely, so the number of contexts kept is bounded. */
const maxKept = 100

/** Contexts by region and account: creating one for every request would cost more than looking it up. */
export class RealmContexts {
  readonly #byName = new Map<string, OperationContext>()
  /** The latest context, which most requests are for: building the lookup key costs more than everything else here. */
  #last: OperationContext | undefined

  /** Returns the context of a realm, or the one that `create` makes. */
  get(realm: Realm, create: (realm: Realm) => OperationContext): OperationContext {
    const last = this.#last
    if (last?.realm.region === realm.region && last.realm.accountId === realm.accountId) return last
    const context = this.#findOrCreate(realm, create)
    this.#last = context
    return context
  }

  #findOrCreate(realm: Realm, create: (realm: Realm) => OperationContext): OperationContext {
    const name = `${realm.region}/${realm.accountId}`
    const known = this.#byName.get(name)
    if (known !== undefined) return known
    const context = create(realm)
    if (this.#byName.size < maxKept) this.#byName.set(name, context)
    return context
  }

  clear(): void {
    this.#byName.clear()
    this.#last = undefined
  }
}
