import fc from 'fast-check'
import { draws } from './draws.ts'

// In continuous integration a change is judged by what it did, not by the draw. Elsewhere every run draws anew.
fc.configureGlobal({ numRuns: draws(100), ...(process.env['CI'] && { seed: 20_261_115 }) })
