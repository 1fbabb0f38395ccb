import fc from 'fast-check'
import { draws } from './draws.ts'

// In continuous integration the seed is fixed, so that a change is judged by what it did and not by the draw; elsewhere
// every run draws anew. In continuous integration a failure is also reported at once: shrinking it may take longer than
// the test's time limit, and then the report would say nothing but that.
const inIntegration = { seed: 20_261_115, endOnFailure: true }

fc.configureGlobal({ numRuns: draws(100), ...(process.env['CI'] && inIntegration) })
