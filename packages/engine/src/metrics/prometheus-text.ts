import type { MetricFamily, Sample } from './metric-family.ts'

/** The media type of the format. */
export const PROMETHEUS_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

/**
 * Formats metrics in the text format of Prometheus, version 0.0.4.
 *
 * @example
 * prometheusText([{ name: 'up', help: 'Whether it is there.', type: 'gauge', samples: [{ labels: {}, value: 1 }] }])
 * // '# HELP up Whether it is there.\n# TYPE up gauge\nup 1\n'
 */
export function prometheusText(families: readonly MetricFamily[]): string {
  return families.map(familyText).join('')
}

function familyText({ name, help, type, samples }: MetricFamily): string {
  const lines = samples.map((sample) => `${name}${sampleText(sample)}\n`)
  return `# HELP ${name} ${escapeHelp(help)}\n# TYPE ${name} ${type}\n${lines.join('')}`
}

function sampleText({ suffix = '', labels, value }: Sample): string {
  const pairs = Object.entries(labels)
    .filter(([, text]) => text !== '')
    .map(([label, text]) => `${label}="${escapeLabel(text)}"`)
  return `${suffix}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${valueText(value)}`
}

function valueText(value: number): string {
  if (Number.isFinite(value)) return String(value)
  if (Number.isNaN(value)) return 'NaN'
  return value > 0 ? '+Inf' : '-Inf'
}

function escapeHelp(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
}

function escapeLabel(text: string): string {
  return escapeHelp(text).replaceAll('"', '\\"')
}
