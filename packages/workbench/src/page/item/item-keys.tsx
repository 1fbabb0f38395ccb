import { type AttributeMap, getOwn } from '@monotable/protocol'
import type { TableModel } from '../../shared/api.ts'
import { KeyText } from '../keys/key-text.tsx'
import { keyValueText } from '../keys/key-value.ts'
import { plainSight } from '../keys/plain-sight.ts'

/** The item's key, with each value linked to its collection. */
export function ItemKeys({
  model,
  item,
  entity,
}: {
  readonly model: TableModel
  readonly item: AttributeMap
  readonly entity: string | undefined
}) {
  return (
    <dl class="item-keys">
      {[...model.key.pk, ...model.key.sk].map(({ name }) => (
        <div key={name}>
          <dt>{plainSight(name)}</dt>
          <dd>
            <KeyText
              model={model}
              entity={entity}
              attribute={name}
              value={keyValueText(getOwn(item, name)) ?? ''}
              item={item}
            />
          </dd>
        </div>
      ))}
    </dl>
  )
}
