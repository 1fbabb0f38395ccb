export { atMost, measure } from './cost/measure.ts'
