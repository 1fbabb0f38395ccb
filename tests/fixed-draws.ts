import fc from 'fast-check'

// In continuous integration a change is judged by what it did, not by the draw. Elsewhere every run draws anew.
if (process.env['CI']) fc.configureGlobal({ seed: 20_261_115 })
