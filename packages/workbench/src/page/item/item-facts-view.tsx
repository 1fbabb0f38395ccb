import type { AttributeMap } from '@monotable/protocol'
import type { TableModel } from '../../shared/api.ts'
import { linkParams } from '../keys/key-text.tsx'
import { hrefTo } from '../navigation.ts'
import { unitsText } from '../operations/estimate-units.ts'
import { itemFacts } from './item-facts.ts'

/** Size, units, and the indexes that contain the item, at the bottom of the panel. */
export function ItemFactsView({ model, item }: { readonly model: TableModel; readonly item: AttributeMap }) {
  const facts = itemFacts(model, item)
  return (
    <footer class="item-facts">
      <dl class="facts">
        <div title="As DynamoDB measures it: names and values. The limit is 400 KB.">
          <dt>Size</dt>
          <dd class="num">{facts.sizeBytes.toLocaleString('en')} B</dd>
        </div>
        <div title="Eventually consistent. A strongly consistent read costs twice as much, a transaction four times.">
          <dt>Read</dt>
          <dd class="num">{unitsText(facts.readUnits)}</dd>
        </div>
        <div
          title={`${facts.writeUnits} for the table${facts.indexes.length === 0 ? '' : ', the rest for its indexes'}. A transaction costs twice as much.`}
        >
          <dt>Write</dt>
          <dd class="num">{unitsText(facts.writeUnitsWithIndexes)}</dd>
        </div>
      </dl>
      {facts.share > 0.01 ? <meter min={0} max={1} value={facts.share} aria-label="Share of 400 KB" /> : null}
      {facts.indexes.length === 0 ? null : (
        <ul class="index-places" aria-label="Indexes">
          {facts.indexes.map(({ name, pk }) => (
            <li key={name}>
              {pk === undefined ? (
                <span class="faint" title="The item lacks a key attribute of this index">
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
