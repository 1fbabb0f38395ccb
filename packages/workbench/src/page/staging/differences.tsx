import { countText } from '../count-text.ts'
import { plainSight } from '../keys/plain-sight.ts'
import { type Change, pathText } from './difference.ts'
import { wireText } from './wire-text.ts'

/** What differs between two states of an item, attribute by attribute. */
export function Differences({
  title,
  changes,
}: {
  readonly title: string | undefined
  readonly changes: readonly Change[]
}) {
  return (
    <table class="differences">
      {title === undefined ? null : <caption>{title}</caption>}
      <colgroup>
        <col />
        <col />
        <col />
      </colgroup>
      <thead class="visually-hidden">
        <tr>
          {['Attribute', 'Before', 'After'].map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {changes.slice(0, CHANGES_MAX).map(({ path, before, after }) => (
          <tr key={pathText(path)}>
            <th scope="row" class="mono">
              {plainSight(pathText(path))}
            </th>
            <td class="before mono">{before === undefined ? '' : wireText(before)}</td>
            <td class="after mono">{after === undefined ? '' : wireText(after)}</td>
          </tr>
        ))}
        {changes.length <= CHANGES_MAX ? null : (
          <tr>
            <th scope="row">{countText(changes.length - CHANGES_MAX, 'more change')}</th>
            <td />
            <td />
          </tr>
        )}
      </tbody>
    </table>
  )
}

/** More than a person reads; all of them are committed. */
const CHANGES_MAX = 200
