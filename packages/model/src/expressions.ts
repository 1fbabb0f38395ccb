export { readStored, storedItem, storedKey } from './database/own-requests.ts'
export {
  buildExpressions,
  type ExpressionRequest,
  type Expressions,
} from './expressions/build-expressions.ts'
