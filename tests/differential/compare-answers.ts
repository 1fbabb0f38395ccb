import { type Answer, isObject, type Json } from './exchange.ts'
import { canonicalText, differingPlaces, unordered } from './normal-form.ts'

/** The part in which two answers differ. Messages are an aspect of their own: DynamoDB Local's are often not AWS's. */
export type Aspect =
  | 'outcome'
  | 'answer'
  | 'units'
  | 'metrics'
  | 'reasons'
  | 'state'
  | 'records'
  | 'wording'
  | 'message'

export interface Mismatch {
  readonly aspect: Aspect
  /** Where or how they differ; differences are grouped by this. */
  readonly detail: string
}

/** Returns how the answers to one request differ; an empty list if they do not. */
export function compareAnswers(ours: Answer, theirs: Answer): Mismatch[] {
  if (ours.error !== theirs.error) {
    return [{ aspect: 'outcome', detail: `${outcomeText(ours)} | ${outcomeText(theirs)}` }]
  }
  if (ours.body === undefined || theirs.body === undefined) {
    return ours.body === undefined && theirs.body === undefined ? compareErrors(ours, theirs) : []
  }
  const [left, right] = [splitBody(ours.body), splitBody(theirs.body)]
  return [
    ...compareParts('answer', left.answer, right.answer),
    ...compareParts('units', left.units, right.units),
    ...compareParts('metrics', left.metrics, right.metrics),
  ]
}

type Failure = Extract<Answer, { error: string }>

function compareErrors(ours: Failure, theirs: Failure): Mismatch[] {
  const [left, right] = [splitFields(ours.fields), splitFields(theirs.fields)]
  const reasons = compareParts('reasons', left.fields, right.fields)
  if (reasons.length > 0) return reasons
  const texts = [[ours.message, left.messages].flat(), [theirs.message, right.messages].flat()].map(
    (messages) => messages.map(messageTemplate).join(' / '),
  )
  return texts[0] === texts[1] ? [] : [{ aspect: 'message', detail: texts.join(' | ') }]
}

/** Separates the messages of cancellation reasons from the rest, so that they are compared like other messages. */
function splitFields(fields: Json): { fields: Json; messages: string[] } {
  const reasons = fields['CancellationReasons']
  if (!Array.isArray(reasons)) return { fields, messages: [] }
  const bare = reasons.filter(isObject).map(({ Message: _, ...reason }) => reason)
  const messages = reasons.filter(isObject).map(({ Message }) => String(Message ?? ''))
  return { fields: { ...fields, CancellationReasons: bare }, messages }
}

function splitBody(body: Json): { answer: Json; units: unknown; metrics: unknown } {
  if (Array.isArray(body['Pages'])) {
    const pages = body['Pages'].filter(isObject).map(splitBody)
    return {
      answer: { Pages: pages.map(({ answer }) => answer) },
      units: pages.map(({ units }) => units),
      metrics: undefined,
    }
  }
  const { ConsumedCapacity: units, ItemCollectionMetrics: metrics, ...answer } = body
  return { answer: withoutMessages(answer), units: unordered(units), metrics }
}

/** Removes the messages of statements that failed in a batch; each has its own. */
function withoutMessages(answer: Json): Json {
  const { Responses: responses } = answer
  if (!Array.isArray(responses)) return answer
  const bare = responses.map((response) => {
    if (!isObject(response) || !isObject(response['Error'])) return response
    const { Message: _, ...error } = response['Error']
    return { ...response, Error: error }
  })
  return { ...answer, Responses: bare }
}

function compareParts(aspect: Aspect, ours: unknown, theirs: unknown): Mismatch[] {
  if (canonicalText(ours ?? null) === canonicalText(theirs ?? null)) return []
  const places = new Set(differingPlaces(ours, theirs))
  return [{ aspect, detail: [...places].sort().slice(0, 3).join(', ') }]
}

function outcomeText(answer: Answer): string {
  return answer.body === undefined ? `${answer.error}: ${messageTemplate(answer.message)}` : 'accepted'
}

/** Removes the names, values and numbers of a particular request from a message. */
function messageTemplate(message: string): string {
  return message
    .split('\n', 1)
    .join('')
    .replace(/Value '.*?' at/g, "Value '…' at")
    .replace(/token: ".*", near: ".*"/g, 'token: "…", near: "…"')
    .replace(/\{[^}]*\}/g, '{…}')
    .replace(/\[[^\]]*\]+/g, '[…]')
    .replace(
      /(keyword|name|function|value|key|element|attribute|IndexKey|Key|Attribute|Key|index): \S+/g,
      '$1: …',
    )
    .replace(/(Key|key|attribute) \S+ (expected|Expected|in the item)/g, '$1 … $2')
    .replace(/numeric value: .*/g, 'numeric value: …')
    .replace(/(expected|actual|Expected|Actual|IndexName|operand type): \S+/g, '$1: …')
    .replace(/\d+/g, '0')
}
