import type {
  AttributeMapInput,
  TransactAction,
  TransactDelete,
  TransactGetItemsInput,
  TransactPut,
  TransactUpdate,
  TransactWriteItem,
  TransactWriteItemsInput,
} from '@monotable/protocol'
import { FactsBuilder } from './facts-builder.ts'
import { hashOf } from './item-needs.ts'
import { namedAttributes } from './named-attributes.ts'
import type { Need } from './need.ts'
import { type NeedContext, namedTable, needOf } from './need-context.ts'
import { selectOf } from './select-of.ts'

/** Returns the needs of TransactGetItems: GetItem on each table that it reads. */
export function transactGetNeeds(context: NeedContext, input: TransactGetItemsInput): Need[] {
  return input.TransactItems.map(({ Get: get }) => {
    const named = namedTable(context, get.TableName)
    const facts = () =>
      new FactsBuilder()
        .addItem(hashOf(named.table), get.Key)
        .addAttributes(namedAttributes(get).attributes)
        .set('dynamodb:select', selectOf(get))
        .set('dynamodb:enclosingoperation', 'TransactGetItems')
        .set('dynamodb:returnconsumedcapacity', input.ReturnConsumedCapacity ?? 'NONE')
        .build()
    return needOf('GetItem', named, { facts })
  })
}

const actionOf = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
} as const satisfies { readonly [Kind in keyof TransactWriteItem]: string }

/** Returns the needs of TransactWriteItems: for each action, those of the equivalent operation. */
export function transactWriteNeeds(context: NeedContext, input: TransactWriteItemsInput): Need[] {
  return input.TransactItems.flatMap((transactItem) =>
    Object.entries(actionOf).flatMap(([kind, action]) => {
      const given = transactItem[kind as keyof TransactWriteItem]
      if (given === undefined) return []
      const item = kind === 'Put' ? (given as TransactPut).Item : (given as TransactDelete).Key
      return [actionNeed(context, { action, given, item, input })]
    }),
  )
}

interface GivenAction {
  readonly action: string
  readonly given: TransactAction & Partial<Pick<TransactUpdate, 'UpdateExpression'>>
  readonly item: AttributeMapInput
  readonly input: TransactWriteItemsInput
}

function actionNeed(context: NeedContext, { action, given, item, input }: GivenAction): Need {
  const named = namedTable(context, given.TableName)
  const facts = () =>
    new FactsBuilder()
      .addItem(hashOf(named.table), item)
      .addAttributes(namedAttributes(given).attributes)
      // Actions of a transaction return nothing except the item that fails a condition.
      .set('dynamodb:returnvalues', given.ReturnValuesOnConditionCheckFailure ?? 'NONE')
      .set('dynamodb:enclosingoperation', 'TransactWriteItems')
      .set('dynamodb:returnconsumedcapacity', input.ReturnConsumedCapacity ?? 'NONE')
      .build()
  return needOf(action, named, { facts })
}
