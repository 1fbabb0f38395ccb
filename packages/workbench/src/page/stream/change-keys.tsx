import { getOwn } from '@monotable/protocol'
import type { TableModel } from '../../shared/api.ts'
import { entityOf } from '../keys/entity-of.ts'
import { KeyText } from '../keys/key-text.tsx'
import { keyValueText } from '../keys/key-value.ts'
import { itemOfChange, type StreamChange } from './stream-change.ts'

/** The key of the item that a change is of. */
export function ChangeKeys({ change, model }: { readonly change: StreamChange; readonly model: TableModel }) {
  const item = itemOfChange(change)
  const entity = entityOf(model, item)
  return (
    <>
      {[...model.key.pk, ...model.key.sk].map(({ name }) => (
        <KeyText
          key={name}
          model={model}
          entity={entity}
          attribute={name}
          value={keyValueText(getOwn(change.key, name)) ?? ''}
          item={item}
        />
      ))}
    </>
  )
}
