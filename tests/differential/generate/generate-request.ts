import type { SeededRandom } from '../../simulation/seeded-random.ts'
import type { Request } from '../exchange.ts'
import {
  batchGetRequest,
  batchWriteRequest,
  transactGetRequest,
  transactWriteRequest,
} from './group-requests.ts'
import { deleteItemRequest, getItemRequest, putItemRequest, updateItemRequest } from './item-requests.ts'
import { queryRequest, scanRequest } from './read-requests.ts'
import { spoilRequest } from './spoil-request.ts'
import {
  batchStatementRequest,
  executeStatementRequest,
  transactStatementRequest,
} from './statement-requests.ts'
import type { TableShape } from './table-shape.ts'

const single = [
  putItemRequest,
  updateItemRequest,
  deleteItemRequest,
  getItemRequest,
  queryRequest,
  scanRequest,
  executeStatementRequest,
]
const several = [
  batchGetRequest,
  batchWriteRequest,
  transactGetRequest,
  transactWriteRequest,
  batchStatementRequest,
  transactStatementRequest,
]
/** The weight of each operation, in the order of the lists above. */
const weights = [20, 24, 5, 8, 16, 12, 30, 3, 4, 3, 6, 4, 4]

/** Draws a request to tables of these shapes. */
export function generateRequest(random: SeededRandom, shapes: readonly TableShape[]): Request {
  const request = plainRequest(random, shapes)
  return random.percent(90) ? request : spoilRequest(random, request)
}

function plainRequest(random: SeededRandom, shapes: readonly TableShape[]): Request {
  let place = random.below(weights.reduce((sum, weight) => sum + weight, 0))
  const kind = weights.findIndex((weight) => {
    place -= weight
    return place < 0
  })
  const make = single[kind]
  if (make !== undefined) return make(random, random.pick(shapes))
  return (several[kind - single.length] ?? transactWriteRequest)(random, shapes)
}
