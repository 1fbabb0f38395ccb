import type { OperationContext } from '../operations/operation-context.ts'
import type { Realm } from '../tables/catalogue.ts'

/** Regions and accounts are what callers say they are, so what is kept of them is bounded. */
const maxKept = 100

/** Contexts by region and account: to make one for every request would cost more than to look it up. */
export class RealmContexts {
  readonly #byName = new Map<string, OperationContext>()
  /** The last one, which most requests are for: to put its name together costs more than all else here. */
  #last: OperationContext | undefined

  /** The context of a realm, or what `create` makes. */
  get(realm: Realm, create: (realm: Realm) => OperationContext): OperationContext {
    const last = this.#last
    if (last?.realm.region === realm.region && last.realm.accountId === realm.accountId) return last
    const context = this.#find(realm, create)
    this.#last = context
    return context
  }

  #find(realm: Realm, create: (realm: Realm) => OperationContext): OperationContext {
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
