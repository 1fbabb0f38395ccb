import { entityStyle } from '../keys/colours.ts'
import { entityOf } from '../keys/entity-of.ts'
import { keyParam } from '../keys/key-param.ts'
import { KeyText } from '../keys/key-text.tsx'
import { keyValueText } from '../keys/key-value.ts'
import { showTurning } from '../keys/plain-sight.ts'
import { hrefTo } from '../navigation.ts'
import type { ViewProps } from './view-props.ts'

const SHOWN_MAX = 20

/** Staged items that are not yet in the table: above the others, since their position is not known yet. */
export function NewRows({ model, staged, selected }: Pick<ViewProps, 'model' | 'staged' | 'selected'>) {
  const added = [...staged.values()].filter(
    ({ base, conflict }) => base === undefined && conflict === undefined,
  )
  if (added.length === 0) return null
  return (
    <ul class="new-rows" aria-label="Staged new items">
      {added.slice(0, SHOWN_MAX).map(({ key, mine }) => {
        const entity = mine && entityOf(model, mine)
        const id = keyParam(key)
        return (
          <li key={id}>
            <a
              class={selected === id ? 'new-row selected' : 'new-row'}
              href={hrefTo({ params: { item: id } })}
            >
              <span class="badge good">new</span>
              {entity === undefined ? null : (
                <span class="entity" style={entityStyle(model, entity)}>
                  {showTurning(entity)}
                </span>
              )}
              {Object.entries(key).map(([name, value]) => (
                <KeyText
                  key={name}
                  model={model}
                  entity={entity}
                  attribute={name}
                  value={keyValueText(value) ?? ''}
                />
              ))}
            </a>
          </li>
        )
      })}
      {added.length > SHOWN_MAX ? <li class="new-row faint">and {added.length - SHOWN_MAX} more</li> : null}
    </ul>
  )
}
