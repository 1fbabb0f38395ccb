export { computed } from './computed/computed.ts'
export type { Computed, ComputedRule, ComputedRules } from './entities/computed-config.ts'
