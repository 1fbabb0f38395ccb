import { useState } from 'preact/hooks'
import type { ConnectionInfo } from '../../shared/api.ts'
import { cloudFormationSnippet } from '../../shared/snippets/cloudformation-snippet.ts'
import type { SnippetCall } from '../../shared/snippets/snippet.ts'
import { type SnippetLanguage, snippetLanguages, writeSnippet } from '../../shared/snippets/write-snippet.ts'
import { targetOf } from '../code/snippet-target.ts'
import { Icon } from '../frame/icons.tsx'
import { toast, toastFailure } from '../frame/toasts.tsx'

type Form = 'json' | 'cloudformation' | Exclude<SnippetLanguage, 'model'>

const forms: readonly { readonly form: Form; readonly title: string }[] = [
  { form: 'json', title: 'JSON' },
  ...snippetLanguages.flatMap(({ language, title }) =>
    language === 'model' ? [] : [{ form: language, title }],
  ),
  { form: 'cloudformation', title: 'CloudFormation' },
]

interface RequestViewProps {
  readonly calls: readonly SnippetCall[]
  readonly connection: ConnectionInfo | undefined
  /** The form that is shown first. */
  readonly first?: Form
}

/** Shows the requests, as JSON or as code that sends them. */
export function RequestView({ calls, connection, first = 'json' }: RequestViewProps) {
  const [form, setForm] = useState(first)
  const isMade = calls[0]?.operation === 'CreateTable'
  const shown = isMade ? forms : forms.filter((one) => one.form !== 'cloudformation')
  const texts = textsOf(calls, form, connection)
  const copy = () =>
    void navigator.clipboard
      .writeText(texts.map(({ text }) => text).join('\n'))
      .then(() => toast('Request copied.'), toastFailure)
  return (
    <section class="request-view" aria-label="Request">
      <div class="request-bar">
        <select
          class="field"
          aria-label="Request as"
          value={form}
          onChange={(event) => setForm(event.currentTarget.value as Form)}
        >
          {shown.map(({ form: one, title }) => (
            <option key={one} value={one}>
              {title}
            </option>
          ))}
        </select>
        <button type="button" class="button" onClick={copy}>
          <Icon name="copy" size={14} /> Copy
        </button>
      </div>
      {texts.map(({ title, text }, place) => (
        <div key={`${place} ${title}`} class="request-text">
          <h3>
            {title} {place > 0 && <span class="hint muted">once the table is active</span>}
          </h3>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys */}
          <section class="request-code" tabIndex={0} aria-label={`${title} as sent`}>
            <pre>{text}</pre>
          </section>
        </div>
      ))}
    </section>
  )
}

interface RequestText {
  readonly title: string
  readonly text: string
}

/** Returns a text for each request; a template is a single text for all of them. */
function textsOf(
  calls: readonly SnippetCall[],
  form: Form,
  connection: ConnectionInfo | undefined,
): readonly RequestText[] {
  if (form !== 'cloudformation') {
    return calls.map((call) => ({ title: call.operation, text: textOf(call, form, connection) }))
  }
  const written = cloudFormationSnippet(calls)
  return [{ title: 'Template', text: 'code' in written ? written.code : written.reason }]
}

function textOf(
  call: SnippetCall,
  form: Exclude<Form, 'cloudformation'>,
  connection: ConnectionInfo | undefined,
): string {
  if (form === 'json') return `${JSON.stringify(call.input, null, 2)}\n`
  const target = connection === undefined ? { region: 'us-east-1' } : targetOf(connection)
  const written = writeSnippet({ language: form, call, target })
  return 'code' in written ? written.code : written.reason
}
