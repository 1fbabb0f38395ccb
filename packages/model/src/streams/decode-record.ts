import type { EntityDefinition } from '../entities/entity-definition.ts'
import type { AnyModel } from '../model.ts'
import { ModelError } from '../model-error.ts'
import type { WireItem } from '../port/wire.ts'
import { decodeEntity } from '../reads/decode-entity.ts'
import { recognizeItem } from '../reads/recognize-item.ts'
import { getOwn } from '../util/own-property.ts'
import type { AnyChange, ModelChange } from './entity-change.ts'
import { readImage } from './read-image.ts'
import { type EventRecord, type StreamEvent, tableOf } from './stream-event.ts'

/** The length of the longest sequence number that DynamoDB documents. */
const sequenceDigits = 40

/**
 * Yields the changes in an event, decoded to the application's items. Items of none of the model's entities, such as
 * the markers of unique attributes, are left out.
 */
export function* changesIn<One extends AnyModel>(
  model: One,
  event: StreamEvent,
): Generator<ModelChange<One>> {
  for (const record of event.Records) yield* changesOf(model, record) as ModelChange<One>[]
}

/** Returns the changes in one record: two when an item of one entity was replaced by one of another. */
export function changesOf(model: AnyModel, record: EventRecord): AnyChange[] {
  requireImages(record)
  const { NewImage, OldImage } = record.dynamodb ?? {}
  const images = { before: OldImage && readImage(OldImage), after: NewImage && readImage(NewImage) }
  const entities = entitiesOf(model, tableOf(record))
  const was = recognized(entities, images.before)
  const isNow = recognized(entities, images.after)
  const facts = { ...factsOf(record), images }
  const before = was?.item
  const after = isNow?.item
  if (was && isNow && was.entity === isNow.entity)
    return [{ ...facts, ...was.names, kind: 'modify', before, after }]
  return [
    ...(was
      ? [
          {
            ...facts,
            ...was.names,
            kind: 'remove',
            before,
            after: undefined,
            expired: isExpiry(record),
          } as const,
        ]
      : []),
    ...(isNow ? [{ ...facts, ...isNow.names, kind: 'insert', before: undefined, after } as const] : []),
  ]
}

function recognized(entities: readonly EntityDefinition[], image: WireItem | undefined) {
  const entity = image && entities.find((one) => recognizeItem(one, image))
  if (entity === undefined) return undefined
  const names = { entity: entity.name, table: entity.table.name }
  const item = decodeEntity(entity, image as WireItem)
  return isCopy(entity, image as WireItem, item) ? undefined : { entity, names, item }
}

function entitiesOf({ entities }: AnyModel, table: string | undefined): readonly EntityDefinition[] {
  const all = Object.values(entities).map(({ definition }) => definition)
  return table === undefined ? all : all.filter((entity) => isTableOf(entity, table))
}

/** Whether an entity is in a table. With periods, it has a table, and a stream, for each. */
function isTableOf({ table }: EntityDefinition, name: string): boolean {
  return table.name === name || (table.periods !== undefined && name.startsWith(`${table.periods.base}-`))
}

/** Whether an image is of any replica but the first, which stands for all of them. */
function isCopy({ key, spread }: EntityDefinition, image: WireItem, item: object): boolean {
  if (spread?.slot !== 'replica') return false
  return key.pk.some(({ attribute, encode }) => {
    const first = encode({ ...item, replica: 1 })
    return JSON.stringify(first) !== JSON.stringify(getOwn(image, attribute.name))
  })
}

function factsOf({ dynamodb }: EventRecord) {
  const { ApproximateCreationDateTime: seconds, Keys = {}, SequenceNumber = '' } = dynamodb ?? {}
  return {
    key: readImage(Keys),
    sequence: SequenceNumber.padStart(sequenceDigits, '0'),
    // Lambda delivers seconds, the SDK a Date.
    at: typeof seconds === 'number' ? new Date(seconds * 1_000) : seconds,
  }
}

/**
 * Refuses a record without images. The previous one cannot be guessed: without it, a change would look like another
 * kind of change.
 */
function requireImages({ eventName, dynamodb }: EventRecord): void {
  const needsOld = eventName === 'MODIFY' || eventName === 'REMOVE'
  const needsNew = eventName === 'MODIFY' || eventName === 'INSERT'
  if ((!needsOld || dynamodb?.OldImage) && (!needsNew || dynamodb?.NewImage)) return
  throw new ModelError(
    'DEFINITION',
    'The stream does not carry whole items: set its StreamViewType to NEW_AND_OLD_IMAGES',
    { subject: 'stream' },
  )
}

/**
 * Whether DynamoDB removed the item by its time to live. Lambda and the streams API have different names for the same
 * fields.
 */
function isExpiry({ userIdentity }: EventRecord): boolean {
  const { type, principalId, Type = type, PrincipalId = principalId } = (userIdentity ?? {}) as UserIdentity
  return Type === 'Service' && PrincipalId === 'dynamodb.amazonaws.com'
}

interface UserIdentity {
  readonly type?: unknown
  readonly principalId?: unknown
  readonly Type?: unknown
  readonly PrincipalId?: unknown
}
