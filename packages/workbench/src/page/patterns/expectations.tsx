import { useEffect, useState } from 'preact/hooks'
import type { ConnectionInfo, PatternModel, PatternRun, TableModel } from '../../shared/api.ts'
import { api } from '../api-client.ts'
import { argumentsText } from './argument-draft.ts'

interface ExpectationsProps {
  readonly pattern: PatternModel
  readonly model: TableModel
  readonly connection: ConnectionInfo
  /** The last run: after its result was saved, all expectations are checked again. */
  readonly latest: PatternRun | undefined
  readonly onChoose: (given: { readonly [name: string]: unknown }) => void
}

type Held = 'same' | 'different' | 'unknown'

/** The number of calls that are checked automatically; the others are when the user chooses them. */
const CHECKED = 8

/** The calls whose results are saved as expected, and whether they still return them. */
export function Expectations({ pattern, model, connection, latest, onChoose }: ExpectationsProps) {
  const [held, setHeld] = useState<readonly Held[]>([])
  const { expectations } = pattern
  useEffect(() => {
    // On AWS a call costs money: only calls that the user runs are compared there.
    if (connection.kind === 'aws' || expectations.length === 0) return
    let gone = false
    const calls = expectations.slice(0, CHECKED).map((one) =>
      api
        .runPattern(connection.id, { table: model.table, pattern: pattern.name, arguments: one.arguments })
        .then((run): Held => run.expected ?? 'unknown')
        .catch((): Held => 'unknown'),
    )
    Promise.all(calls).then((all) => {
      if (!gone) setHeld(all)
    })
    return () => {
      gone = true
    }
  }, [pattern.name, expectations.length, latest])
  if (expectations.length === 0) return null
  return (
    <section class="expectations" aria-label="Expected">
      <h3>Expected</h3>
      <ul>
        {expectations.map((expectation, place) => (
          <li key={JSON.stringify(expectation.arguments)}>
            <HeldBadge held={held[place]} />
            <button type="button" class="link mono" onClick={() => onChoose(expectation.arguments)}>
              {argumentsText(expectation.arguments)}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function HeldBadge({ held }: { readonly held: Held | undefined }) {
  if (held === 'same') return <span class="badge good">✓ holds</span>
  if (held === 'different') return <span class="badge bad">✕ returns something else</span>
  return <span class="badge">not run</span>
}
