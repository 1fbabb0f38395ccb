/** A metric family as it was parsed. */
export interface ParsedFamily {
  readonly type: string
  readonly help: string
  readonly samples: ParsedSample[]
}

export interface ParsedSample {
  readonly name: string
  readonly labels: { readonly [label: string]: string }
  readonly value: number
}

const metricName = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/

/**
 * Parses the text format of Prometheus, version 0.0.4, and rejects anything irregular: a family must start with its
 * HELP and TYPE and be contiguous, no sample may come twice, and histograms must add up.
 */
export function parsePrometheus(text: string): Map<string, ParsedFamily> {
  if (!text.endsWith('\n')) throw new Error('the last line does not end')
  const families = new Map<string, ParsedFamily>()
  const seen = new Set<string>()
  let current: { name: string; family: ParsedFamily } | undefined
  let help: { name: string; text: string } | undefined
  for (const line of text.slice(0, -1).split('\n')) {
    const comment = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line)
    if (comment !== null) {
      const [, kind, name = '', rest = ''] = comment
      if (!metricName.test(name)) throw new Error(`bad name: ${line}`)
      if (kind === 'HELP') {
        if (families.has(name)) throw new Error(`twice: ${line}`)
        help = { name, text: rest }
        continue
      }
      if (help?.name !== name) throw new Error(`TYPE without HELP: ${line}`)
      if (!['counter', 'gauge', 'histogram'].includes(rest)) throw new Error(`bad type: ${line}`)
      const family: ParsedFamily = { type: rest, help: help.text, samples: [] }
      families.set(name, family)
      current = { name, family }
      continue
    }
    const sample = parseSample(line)
    if (current === undefined || familyOf(sample.name, current.family.type) !== current.name)
      throw new Error(`outside its family: ${line}`)
    const identity = JSON.stringify([sample.name, Object.entries(sample.labels).sort()])
    if (seen.has(identity)) throw new Error(`twice: ${line}`)
    seen.add(identity)
    current.family.samples.push(sample)
  }
  for (const [name, family] of families) if (family.type === 'histogram') checkHistogram(name, family)
  return families
}

function familyOf(name: string, type: string): string {
  return type === 'histogram' ? name.replace(/_(?:bucket|sum|count)$/, '') : name
}

function parseSample(line: string): ParsedSample {
  const match = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)$/.exec(line)
  if (match === null) throw new Error(`bad sample: ${line}`)
  const [, name = '', labelText, valueText = ''] = match
  return { name, labels: labelText === undefined ? {} : parseLabels(labelText), value: parseValue(valueText) }
}

function parseLabels(text: string): { [label: string]: string } {
  const labels: { [label: string]: string } = {}
  let rest = text
  while (rest !== '') {
    const match = /^([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/.exec(rest)
    if (match === null) throw new Error(`bad labels: ${text}`)
    const [all, label = '', value = ''] = match
    if (Object.hasOwn(labels, label)) throw new Error(`label ${label} comes twice`)
    labels[label] = value.replaceAll(/\\(["\\n])/g, (_, sign: string) => (sign === 'n' ? '\n' : sign))
    rest = rest.slice(all.length)
  }
  return labels
}

function parseValue(text: string): number {
  if (text === '+Inf') return Number.POSITIVE_INFINITY
  if (text === '-Inf') return Number.NEGATIVE_INFINITY
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(text)) throw new Error(`bad value: ${text}`)
  return Number(text)
}

/** Checks that buckets rise and end with +Inf, and that the count equals the last bucket. */
function checkHistogram(name: string, { samples }: ParsedFamily): void {
  const series = new Map<
    string,
    { buckets: ParsedSample[]; count: number | undefined; sum: number | undefined }
  >()
  for (const sample of samples) {
    const { le, ...labels } = sample.labels
    const key = JSON.stringify(Object.entries(labels).sort())
    const one = series.get(key) ?? { buckets: [], count: undefined, sum: undefined }
    series.set(key, one)
    if (sample.name === `${name}_bucket` && le !== undefined) one.buckets.push(sample)
    else if (sample.name === `${name}_count`) one.count = sample.value
    else if (sample.name === `${name}_sum`) one.sum = sample.value
    else throw new Error(`${sample.name} is no part of a histogram`)
  }
  for (const [key, { buckets, count, sum }] of series) {
    const bounds = buckets.map(({ labels }) => parseValue(labels['le'] ?? ''))
    const values = buckets.map(({ value }) => value)
    const isRising = (numbers: readonly number[], strictly: boolean) =>
      numbers.every(
        (number, at) =>
          at === 0 || number > (numbers[at - 1] ?? 0) || (!strictly && number === numbers[at - 1]),
      )
    if (bounds.at(-1) !== Number.POSITIVE_INFINITY || !isRising(bounds, true))
      throw new Error(`bounds of ${key}`)
    if (!isRising(values, false) || values.at(-1) !== count || sum === undefined)
      throw new Error(`counts of ${key}`)
  }
}
