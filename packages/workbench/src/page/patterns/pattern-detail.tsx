import { useEffect, useRef, useState } from 'preact/hooks'
import type { ConnectionInfo, PatternModel, PatternRun, TableModel } from '../../shared/api.ts'
import { api } from '../api-client.ts'
import { loadModel } from '../app-state.ts'
import { CopyMenu } from '../code/copy-menu.tsx'
import { countText } from '../count-text.ts'
import { toast, toastFailure } from '../frame/toasts.tsx'
import { entityStyle } from '../keys/colours.ts'
import { messageOf } from '../message-of.ts'
import type { Navigate } from '../navigation.ts'
import { unitsText } from '../operations/estimate-units.ts'
import { useTurns } from '../use-turns.ts'
import { type ArgumentDrafts, argumentsOf, draftsOf, missingArguments } from './argument-draft.ts'
import { ArgumentForm } from './argument-form.tsx'
import { ConditionText } from './condition-text.tsx'
import { Expectations } from './expectations.tsx'
import { offeredValues } from './offered-values.ts'
import { PatternResult } from './pattern-result.tsx'
import { Findings, formatDollars, StateBadge } from './pattern-state.tsx'

interface PatternDetailProps {
  readonly pattern: PatternModel
  readonly model: TableModel
  readonly connection: ConnectionInfo
  readonly given: string | undefined
  readonly navigate: Navigate
}

type Arguments = { readonly [name: string]: unknown }

/** The runs in view, and their arguments: other ones may have been typed since. */
interface Shown {
  readonly args: Arguments
  readonly runs: readonly PatternRun[]
}

/** An access pattern: its definition, its findings, and a form to call it. */
export function PatternDetail({ pattern, model, connection, given, navigate }: PatternDetailProps) {
  const [drafts, setDrafts] = useState<ArgumentDrafts>(() => readDrafts(given))
  const [offered, setOffered] = useState<{ readonly [argument: string]: readonly string[] }>({})
  const [shown, setShown] = useState<Shown>({ args: {}, runs: [] })
  const [isRunning, setRunning] = useState(false)
  const [failure, setFailure] = useState<string>()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    sampleOf(connection.id, pattern, model).then(
      ({ lists, first }) => {
        setOffered(lists)
        // Text that appeared in a field just as somebody begins to type there would become part of what they type.
        if (isTypingIn(form.current)) return
        // Initial arguments for a call; those that were typed or linked to are kept.
        setDrafts((typed) => (Object.keys(typed).length > 0 ? typed : draftsOf(requiredOf(pattern, first))))
      },
      () => undefined,
    )
  }, [pattern.name])
  const { runs } = shown
  const values = argumentsOf(pattern.arguments, drafts)
  const missing = missingArguments(pattern.arguments, drafts)
  const turns = useTurns()
  const run = async (args: Arguments, before: readonly PatternRun[] = []) => {
    const isNewest = turns.begin()
    setRunning(true)
    navigate({ params: { args: JSON.stringify(args) } }, { replace: true })
    try {
      const cursor = before.at(-1)?.next
      const call = { table: model.table, pattern: pattern.name, arguments: args }
      const answer = await api.runPattern(connection.id, cursor === undefined ? call : { ...call, cursor })
      if (!isNewest()) return
      setShown({ args, runs: [...before, answer] })
      setFailure(undefined)
    } catch (error) {
      if (isNewest()) setFailure(messageOf(error))
    } finally {
      if (isNewest()) setRunning(false)
    }
  }
  const save = async () => {
    const isStillShown = turns.look()
    try {
      const call = { table: model.table, pattern: pattern.name, arguments: shown.args }
      const { file } = await api.savePattern(connection.id, call)
      toast(`Saved as expected in ${file}.`)
      await loadModel(connection.id, model.table)
      // A user who has run something else in the meantime, or has left, is not taken back.
      if (isStillShown()) await run(shown.args)
    } catch (error) {
      toastFailure(error)
    }
  }
  return (
    <article class="pattern-detail" aria-label={pattern.name}>
      <Head pattern={pattern} model={model} />
      {pattern.findings.length > 0 && <Findings findings={pattern.findings} />}
      <form
        ref={form}
        class="pattern-call"
        onSubmit={(event) => {
          event.preventDefault()
          if (missing.length === 0) run(values)
        }}
      >
        <ArgumentForm known={pattern.arguments} drafts={drafts} offered={offered} onChange={setDrafts} />
        <div class="pattern-actions">
          <button
            type="submit"
            class="button primary"
            disabled={isRunning || missing.length > 0}
            title={missing.length > 0 ? `Still missing: ${missing.join(', ')}` : undefined}
          >
            {isRunning ? 'Running…' : 'Run'}
          </button>
          <CopyMenu
            call={runs[0]?.request}
            connection={connection}
            model={model}
            pattern={{ pattern, arguments: values }}
          />
        </div>
      </form>
      <Expectations
        pattern={pattern}
        model={model}
        connection={connection}
        latest={runs.at(-1)}
        onChoose={(chosen) => setDrafts(draftsOf(chosen))}
      />
      {failure === undefined ? null : (
        <p class="notice bad" role="alert">
          {failure}
        </p>
      )}
      {runs.length > 0 && (
        <PatternResult
          runs={runs}
          pattern={pattern}
          model={model}
          navigate={navigate}
          isRunning={isRunning}
          onMore={() => run(shown.args, runs)}
          onSave={save}
        />
      )}
    </article>
  )
}

function Head({ pattern, model }: { readonly pattern: PatternModel; readonly model: TableModel }) {
  const { rate, cost } = pattern
  return (
    <header class="pattern-head">
      <h2>
        {pattern.name} <StateBadge state={pattern.state} />
      </h2>
      {pattern.description !== undefined && <p>{pattern.description}</p>}
      <dl>
        <dt>Reads</dt>
        <dd>
          <span class={`badge ${pattern.kind === 'scan' ? 'warn' : 'good'}`}>
            {pattern.kind === 'scan' ? 'SCAN' : 'QUERY'}
          </span>{' '}
          {pattern.entities.map((name) => (
            <span key={name} class="entity" style={entityStyle(model, name)}>
              {name}
            </span>
          ))}{' '}
          <span class="muted">in {pattern.index === 'primary' ? 'the table' : pattern.index}</span>
        </dd>
        <dt>Where</dt>
        <dd>
          {pattern.condition === '' ? (
            'no condition: reads everything'
          ) : (
            <ConditionText condition={pattern.condition} model={model} />
          )}
        </dd>
        {(rate !== undefined || cost !== undefined) && (
          <>
            <dt>Cost</dt>
            <dd>
              {cost !== undefined && `at most ${unitsText(cost.units, 'read')} a call`}
              {rate !== undefined && `, ${countText(rate, 'call')} a second expected`}
              {cost?.monthlyDollars !== undefined && `: ${formatDollars(cost.monthlyDollars)} a month`}
            </dd>
          </>
        )}
      </dl>
    </header>
  )
}

function isTypingIn(form: HTMLFormElement | null): boolean {
  const { activeElement } = document
  return activeElement instanceof HTMLInputElement && form?.contains(activeElement) === true
}

function requiredOf(pattern: PatternModel, values: { readonly [name: string]: string }) {
  const required = pattern.arguments.filter((one) => one.required).map(({ name }) => name)
  return Object.fromEntries(Object.entries(values).filter(([name]) => required.includes(name)))
}

function readDrafts(given: string | undefined): ArgumentDrafts {
  try {
    const parsed: unknown = JSON.parse(given ?? '{}')
    return typeof parsed === 'object' && parsed !== null
      ? draftsOf(parsed as { [name: string]: unknown })
      : {}
  } catch {
    return {}
  }
}

const SAMPLED = 300

async function sampleOf(connection: string, pattern: PatternModel, model: TableModel) {
  const index = pattern.index === 'primary' ? {} : { IndexName: pattern.index }
  const input = { TableName: model.table, ...index, Limit: SAMPLED }
  const { output } = await api.sendQuietly(connection, 'Scan', input)
  return offeredValues((output?.['Items'] ?? []) as never, pattern, model)
}
