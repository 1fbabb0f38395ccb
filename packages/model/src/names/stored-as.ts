import type { StoredAs, StoredNames } from '../entities/stored-names-config.ts'
import { definitionError } from '../model-error.ts'
import { nameForms, stepsIn } from './name-forms.ts'

/**
 * Declares the names of attributes in the table where they differ from the schema's: short ones, since the bytes of
 * names are paid for, or those of an existing table. Places within an attribute are named by path: `address.street`,
 * `lines[].price`, `addresses.*.street`. Everywhere else, attributes have the names of the schema.
 *
 * @example
 * import { shape, table } from '@monotable/model'
 * const shop = table('Shop', { key: { pk: 'PK' } })
 * const Customer = shop.entity('Customer', {
 *   schema: shape<{ id: string; customerName: string }>(),
 *   key: { pk: 'CUSTOMER#{id}' },
 *   storedAs: storedAs({ customerName: 'cn' }),
 * })
 * const app = shop.connect(db, { entities: { Customer } })
 * app.Customer.update({ id: '1' }, { customerName: 'Ada' }).params().input
 * // { UpdateExpression: 'SET #cn = :v0', ExpressionAttributeNames: { '#cn': 'cn', '#PK': 'PK' }, … }
 */
export function storedAs<const Names extends StoredNames>(names: Names): StoredAs<Names> {
  return {
    names,
    nameForms: (forms) => nameForms(forms, names),
    requireFree: (entity, own) => {
      for (const [path, stored] of Object.entries(names)) {
        const wrong = stepsIn(path).length === 1 ? [stored, path].find((name) => own.has(name)) : undefined
        if (wrong === undefined) continue
        const message = `Entity ${entity}: storedAs: "${path}" cannot be "${stored}" in the table: "${wrong}" is an attribute of the model itself`
        throw definitionError(message, entity)
      }
    },
  }
}
