export {
  buildExpressions,
  type ExpressionRequest,
  type Expressions,
} from './expressions/build-expressions.ts'
