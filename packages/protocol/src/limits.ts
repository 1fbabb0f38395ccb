/** The size of an item, names and values together; exactly this much is accepted. */
export const ITEM_MAX_BYTES = 409_600
/** The value of a partition key; with several partition attributes, all of them together. */
export const HASH_KEY_MAX_BYTES = 2048
/** The value of a sort key; with several sort attributes, all of them together. */
export const RANGE_KEY_MAX_BYTES = 1024
/** The name of an attribute that is not part of any key. */
export const ATTRIBUTE_NAME_MAX_BYTES = 65_535
/** The name of an attribute that is part of a key, or projected into an index by name. */
export const KEY_NAME_MAX_LENGTH = 255
/** Nested lists and maps: the item is the first level, a value in the last map the 32nd. */
export const NESTING_MAX_LEVELS = 32

/** Significant digits of a number. */
export const NUMBER_MAX_DIGITS = 38
/** The largest power of ten of a number's first digit. */
export const NUMBER_MAX_EXPONENT = 125
/** The smallest power of ten of a number's first digit. */
export const NUMBER_MIN_EXPONENT = -130

/** The text of an expression, before names are substituted. */
export const EXPRESSION_MAX_BYTES = 4096
/** Operators in one expression: comparisons, AND, OR, NOT and the like. */
export const EXPRESSION_MAX_OPERATORS = 300
/** Operands on the right side of IN. */
export const IN_MAX_OPERANDS = 100
/** A `#name` or `:value`, including its first character. */
export const PLACEHOLDER_MAX_BYTES = 255
/** All placeholders of a request, with what they stand for. */
export const PLACEHOLDERS_MAX_BYTES = 2 * 1024 * 1024

/** Items evaluated by one page of Query or Scan. */
export const PAGE_MAX_BYTES = 1024 * 1024
/** Items returned by one BatchGetItem; the rest is returned as UnprocessedKeys. */
export const BATCH_GET_MAX_BYTES = 16 * 1024 * 1024
/** Keys in one BatchGetItem. */
export const BATCH_GET_MAX_KEYS = 100
/** Puts and deletes in one BatchWriteItem. */
export const BATCH_WRITE_MAX_REQUESTS = 25
/** Actions in one TransactWriteItems or TransactGetItems. */
export const TRANSACTION_MAX_ACTIONS = 100
/** All items of one transaction together. */
export const TRANSACTION_MAX_BYTES = 4 * 1024 * 1024
/** How long the token of a transaction is remembered. */
export const TRANSACTION_TOKEN_MS = 10 * 60 * 1000
/** A PartiQL statement. */
export const STATEMENT_MAX_LENGTH = 8192
/** Statements in one BatchExecuteStatement. */
export const BATCH_STATEMENTS_MAX = 25
/** A NextToken of ExecuteStatement. */
export const NEXT_TOKEN_MAX_LENGTH = 32_768
/** A ClientRequestToken. */
export const CLIENT_TOKEN_MAX_LENGTH = 36
/** Segments of a parallel Scan. */
export const SCAN_SEGMENTS_MAX = 1_000_000
/** The body of a request; exactly this much is accepted. */
export const REQUEST_MAX_BYTES = 16 * 1024 * 1024

/** Table and index names. */
export const NAME_MIN_LENGTH = 3
export const NAME_MAX_LENGTH = 255
/** Global secondary indexes of a table. */
export const GLOBAL_INDEXES_MAX = 20
/** Local secondary indexes of a table. */
export const LOCAL_INDEXES_MAX = 5
/** Non-key attributes named in the projections of all indexes of a table. */
export const PROJECTED_ATTRIBUTES_MAX = 100
/** HASH attributes, and RANGE attributes, of a global secondary index. */
export const INDEX_KEY_MAX_ATTRIBUTES = 4
/** Vector indexes of a table. */
export const VECTOR_INDEXES_MAX = 5
/** Dimensions of a vector index. */
export const VECTOR_MAX_DIMENSIONS = 4096
/** Attributes by which a search in a vector index can be filtered, not counting the partitioning attribute. */
export const VECTOR_MAX_FILTERS = 18
/** Attributes that a vector index projects by name, including the vector itself. */
export const VECTOR_MAX_PROJECTED_ATTRIBUTES = 20
/** The value of a filter attribute. */
export const VECTOR_FILTER_MAX_BYTES = 10_240
/** Items in one answer of SearchVectors. */
export const SEARCH_MAX_RESULTS = 100
/** All items in one answer of SearchVectors together. */
export const SEARCH_MAX_BYTES = 16 * 1024 * 1024
/** The minimum charge for a write to a vector index, and for a search. */
export const VECTOR_REQUEST_MIN_BYTES = 1024
/** Provisioned units of a table or index. */
export const CAPACITY_MAX_UNITS = 1_000_000_000_000
/** Tables in one page of ListTables. */
export const LIST_TABLES_MAX = 100

/** Tags of a resource. */
export const TAGS_MAX = 50
export const TAG_KEY_MAX_LENGTH = 128
export const TAG_VALUE_MAX_LENGTH = 256

/** Bytes of one read unit, and of one write unit. */
export const READ_UNIT_BYTES = 4096
export const WRITE_UNIT_BYTES = 1024
