import type { Storage } from '../storage/storage.ts'
import type { Realm } from '../tables/catalogue.ts'
import { Register } from '../tables/register.ts'
import type { DeadLetter } from './dead-letter.ts'
import type { Checkpoint, TriggerStore } from './trigger-store.ts'

// Documents of a register may claim spaces; these have none.
type Spaceless<Document> = Document & { readonly spaces?: never }

/** Creates a store for a trigger's checkpoint and its dead letters in the database itself. */
export function createRegisterTriggerStore(storage: Storage, realm: Realm, name: string): TriggerStore {
  const checkpoints = new Register<Spaceless<Checkpoint>>(storage, 'checkpoints')
  const letters = new Register<Spaceless<DeadLetter>>(storage, 'dead-letters')
  // A zero ends the name, so that no name is a prefix of another.
  const key = `${realm.accountId}/${realm.region}/${name}\0`
  const store: TriggerStore = {
    load: () => checkpoints.get(key),
    save: (checkpoint) => checkpoints.save(key, checkpoint),
    deadLetters: () => letters.list(key),
    saveDeadLetter: (letter) => letters.save(key + letter.id, letter),
    removeDeadLetter: (id) => letters.remove(key + id),
    forget: async () => {
      for (const { id } of await letters.list(key)) await letters.remove(key + id)
      await checkpoints.remove(key)
    },
  }
  return store
}
