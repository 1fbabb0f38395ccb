import type { EntityDeclaration } from './entity-config.ts'
import { relationOptions } from './relation-definer.ts'
import { requireKind, requireOptions } from './require-options.ts'

/** The options whose values are made by functions, with a member that these values have. */
const made = {
  computed: 'fill',
  evolution: 'plan',
  history: 'connect',
  replicas: 'spread',
  shard: 'spread',
  storedAs: 'nameForms',
} as const

/** The other options, apart from relations. */
const plain = 'schema key index ttl version timestamps readOnly hidden period stored describe expect allow'

/**
 * Refuses of an entity's declaration what TypeScript would refuse: in JavaScript it would be ignored, or fail far from
 * here.
 */
export function requireDeclaration(name: string, given: EntityDeclaration): void {
  const standard = 'a Standard Schema: one of zod (3.24), valibot or arktype, or shape()'
  requireKind(`${name}.schema`, standard, given?.schema?.['~standard'])
  requireOptions(name, given, [plain, ...Object.keys(made), ...relationOptions].join(' '))
  for (const [option, member] of Object.entries(made)) {
    const value = given[option as keyof typeof made] as object | undefined
    if (value !== undefined) requireKind(`${name}.${option}`, 'made by its function', Object(value)[member])
  }
  const { key = {}, index = {}, ttl = {}, timestamps = {} } = given
  requireOptions(`${name}.key`, key, 'pk sk')
  for (const one in index) requireOptions(`${name}.index.${one}`, Object(index[one]), 'pk sk when partial')
  if (typeof ttl === 'object') requireOptions(`${name}.ttl`, ttl, 'attribute after')
  requireOptions(`${name}.timestamps`, Object(timestamps), 'created updated')
}
