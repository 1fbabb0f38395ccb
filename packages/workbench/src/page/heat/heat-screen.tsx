import type { HeatSample, TableModel } from '../../shared/api.ts'
import { formatPartition } from '../keys/partition-filter.ts'
import { liveFeed } from '../live/live-feed.ts'
import { hrefTo } from '../navigation.ts'
import { formatUnits } from '../operations/estimate-units.ts'
import type { ScreenProps } from '../screen-props.ts'
import { useStore } from '../store.ts'
import { describeHeat } from './describe-heat.ts'
import './heat.css'
import { HeatCanvas } from './heat-canvas.tsx'
import type { HeatMeasure } from './heat-columns.ts'
import { heatSpanMs, shownSpanMs, spanText } from './heat-log.ts'
import { LimitChart } from './limit-chart.tsx'

const measures: readonly { readonly measure: HeatMeasure; readonly title: string }[] = [
  { measure: 'write', title: 'Writes' },
  { measure: 'read', title: 'Reads' },
  { measure: 'throttled', title: 'Throttled' },
]

/** Shows where a table is hot: in which part of its key range, since when, and which keys. */
export function HeatScreen({ connection, table, model, route, navigate }: ScreenProps) {
  const feed = liveFeed(connection.id, table)
  useStore(feed.changes)
  const measure = measures.find((one) => one.measure === route.params['measure'])?.measure ?? 'write'
  const { samples, latest } = feed.heat
  if (!connection.observes) return <NotObserved />
  const summary = describeHeat(latest, measure)
  const spanMs = shownSpanMs(samples)
  return (
    <div class="screen heat">
      <div class="toolbar">
        <fieldset class="segmented" aria-label="Show">
          {measures.map((one) => (
            <button
              key={one.measure}
              type="button"
              aria-pressed={one.measure === measure}
              onClick={() => navigate({ params: { measure: one.measure } }, { replace: true })}
            >
              {one.title}
            </button>
          ))}
        </fieldset>
        <Scale measure={measure} />
        <span class="grow" />
        <span class="faint">the last {spanText(spanMs)}</span>
      </div>
      <p class="heat-summary" data-testid="heat-summary">
        {summary}
      </p>
      <div class="heat-body">
        <div class="heat-time">
          <div class="heat-axis" aria-hidden="true">
            <span>lowest digest</span>
            <span>highest digest</span>
          </div>
          <HeatCanvas {...{ samples, measure, spanMs }} label={`Heat by digest over time. ${summary}`} />
          <div class="time-axis" aria-hidden="true">
            {[5, 4, 3, 2, 1].map((part) => (
              <span key={part}>
                {spanMs === heatSpanMs ? `−${part} min` : `−${(part * spanMs) / 5_000} s`}
              </span>
            ))}
            <span>now</span>
          </div>
          <h2>{measure === 'throttled' ? 'Throttled in a minute' : 'The hottest partition'}</h2>
          <LimitChart
            {...{ samples, measure, spanMs }}
            label={`The hottest partition over time. ${summary}`}
          />
        </div>
        <TopKeys sample={latest} model={model} />
      </div>
    </div>
  )
}

/** The legend of the colours; the text and the chart say how hot the hottest is. */
function Scale({ measure }: { readonly measure: HeatMeasure }) {
  return (
    <span class={`heat-scale ${measure}`} aria-hidden="true">
      idle <i /> hottest
    </span>
  )
}

function TopKeys({ sample, model }: { readonly sample: HeatSample | undefined; readonly model: TableModel }) {
  const keys = sample?.topKeys ?? []
  const all = keys.reduce((sum, { units }) => sum + units, 0)
  return (
    <section class="top-keys" aria-label="Busiest keys">
      <h2>Busiest keys</h2>
      <p class="faint">Units in the busier of the last two minutes; a write unit counts as three.</p>
      {keys.length === 0 && <p class="muted">No key was used in the last two minutes.</p>}
      <ol>
        {keys.slice(0, 25).map(({ key, units, throttled }) => (
          <li key={key}>
            <a
              class="key-text"
              href={hrefTo({ screen: 'collections', params: { pk: formatPartition(key) } })}
              title={`Go to ${key} in ${model.table}`}
            >
              {key}
            </a>
            <span class="num">{formatUnits(units)}</span>
            <meter min={0} max={1} value={all === 0 ? 0 : units / all} aria-label={`Share of ${key}`} />
            <span class="faint num">{all === 0 ? 0 : Math.round((units / all) * 100)} %</span>
            {throttled > 0 && <span class="badge bad">{throttled} throttled</span>}
          </li>
        ))}
      </ol>
    </section>
  )
}

function NotObserved() {
  return (
    <div class="empty">
      <h2>This database does not report heat</h2>
      <p>
        Heat is available for databases that Monotable runs: open a sample, or start one with{' '}
        <code>monotable serve</code>. With <code>--auth</code> or <code>--metrics-token</code>, only the
        workbench that the server itself links to shows it. For AWS, turn on Contributor Insights for the
        table.
      </p>
    </div>
  )
}
