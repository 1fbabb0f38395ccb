export { reportFindings } from './report-findings.ts'
export { runOracle } from './run-oracle.ts'
