import type { TableDescription } from './model-description.ts'

/** Returns the entities of a table and their relations as a Mermaid diagram, which GitHub and others render. */
export function mermaidDiagram({ entities, relations }: TableDescription): string {
  return [
    '```mermaid',
    'erDiagram',
    ...relations.map(
      ({ from, to, label, count }) =>
        `  ${word(from)} ||--${count === 'many' ? 'o{' : 'o|'} ${word(to)} : "${label.replaceAll(/["\n\r]/g, ' ')}"`,
    ),
    ...entities.flatMap(({ name, attributes, key }) => {
      const parts = [...key.pk, ...key.sk].flatMap((part) => part.parts)
      const slots = new Set(parts.flatMap((part) => ('slot' in part ? [part.slot] : [])))
      const lines = attributes.map(
        (attribute) =>
          `    ${attribute.type ?? 'any'} ${word(attribute.name)}${slots.has(attribute.name) ? ' PK' : ''}`,
      )
      return lines.length === 0 ? [`  ${word(name)}`] : [`  ${word(name)} {`, ...lines, '  }']
    }),
    '```',
  ].join('\n')
}

/** Returns a name that Mermaid accepts without quotes. */
function word(name: string): string {
  const text = name.replaceAll(/[^A-Za-z0-9_]+/g, '_')
  return /^[A-Za-z]/.test(text) ? text : `x${text}`
}
