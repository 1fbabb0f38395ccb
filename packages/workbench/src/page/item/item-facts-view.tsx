import type { AttributeMap } from '@monotable/protocol'
import type { TableModel } from '../../shared/api.ts'
import { linkParams } from '../keys/key-text.tsx'
import { hrefTo } from '../navigation.ts'
import { itemFacts } from './item-facts.ts'

/** At the foot of the panel: size, units, and the indexes that the item is in. */
export function ItemFactsView({ model, item }: { readonly model: TableModel; readonly item: AttributeMap }) {
  const facts = itemFacts(model, item)
  return (
    <footer class="item-facts">
      <dl class="facts">
        <div title="DynamoDB's own measure: names and values. An item may have 400 KB.">
          <dt>Size</dt>
          <dd class="num">{facts.sizeBytes.toLocaleString('en')} B</dd>
        </div>
        <div title="Eventually consistent. Strongly consistent costs twice, in a transaction four times as much.">
          <dt>Read</dt>
          <dd class="num">{facts.readUnits} RU</dd>
        </div>
        <div
          title={`${facts.writeUnits} for the table${facts.indexes.length === 0 ? '' : ', the rest for its indexes'}. In a transaction twice as much.`}
        >
          <dt>Write</dt>
          <dd class="num">{facts.writeUnitsWithIndexes} WU</dd>
        </div>
      </dl>
      {facts.share > 0.01 ? <meter min={0} max={1} value={facts.share} aria-label="Share of 400 KB" /> : null}
      {facts.indexes.length === 0 ? null : (
        <ul class="index-places" aria-label="Indexes">
          {facts.indexes.map(({ name, pk }) => (
            <li key={name}>
              {pk === undefined ? (
                <span class="faint" title="The item lacks a key of this index">
                  {name} <span class="mono">not in it</span>
                </span>
              ) : (
                <a href={hrefTo({ screen: 'collections', params: linkParams({ index: name, pk }) })}>
                  {name} <span class="mono">{pk}</span>
                </a>
              )}
            </li>
          ))}
        </ul>
      )}
    </footer>
  )
}
