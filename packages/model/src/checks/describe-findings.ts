import type { Finding } from './finding.ts'

/** Formats findings as text for people: what was found and why, then what to do. */
export function describeFindings(findings: readonly Finding[]): string {
  return findings
    .map(
      (finding) =>
        `${finding.severity} ${finding.code}${placeOf(finding)}\n  ${finding.message}\n  → ${finding.advice}`,
    )
    .join('\n\n')
}

/** Returns where something was found: `pattern orders · entity Order · GSI1`. */
export function placeOf({ pattern, entity, index, table }: Finding): string {
  const parts = [
    pattern === undefined ? undefined : `pattern ${pattern}`,
    entity === undefined ? undefined : `entity ${entity}`,
    pattern === undefined && entity === undefined && table !== undefined ? `table ${table}` : undefined,
    index === undefined || index === 'primary' ? undefined : `index ${index}`,
  ].filter((part) => part !== undefined)
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`
}
