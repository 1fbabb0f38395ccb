/** The words that SQL reserves, and those that PartiQL adds; to be used as names, they must be quoted. */
const words =
  'absolute action add all allocate alter and any are as asc assertion at authorization avg bag begin between ' +
  'bigint bit bit_length blob bool boolean by can_cast can_lossless_cast cascade cascaded case cast catalog char ' +
  'char_length character character_length check clob close coalesce collate collation column commit conflict ' +
  'connect connection constraint constraints continue convert corresponding count create cross current ' +
  'current_date current_time current_timestamp current_user cursor date date_add date_diff deallocate dec decimal ' +
  'declare default deferrable deferred delete desc describe descriptor diagnostics disconnect distinct do domain ' +
  'double drop else end escape except exception exec execute exists external extract false fetch first float for ' +
  'foreign found from full get global go goto grant group having identity immediate in index indicator initially ' +
  'inner input insensitive insert int int2 int4 int8 integer integer2 integer4 integer8 intersect interval into ' +
  'is isolation join key language last left let level like limit list local lower match max min missing modified ' +
  'module names national natural nchar new next no not nothing null nullif numeric octet_length of offset old on ' +
  'only open option or order outer output overlaps pad partial pivot position precision prepare preserve primary ' +
  'prior privileges procedure public read real references relative remove restrict returning revoke right ' +
  'rollback rows schema scroll section select session session_user set sexp size smallint some space sql sqlcode ' +
  'sqlerror sqlstate string struct substring sum symbol system_user table temporary then time timestamp to ' +
  'transaction translate translation trim true tuple union unique unknown unpivot update upper usage user using ' +
  'value values varchar varying view when whenever where with work write zone'

const keywords: ReadonlySet<string> = new Set(words.split(' '))

/** Returns whether a word, in lower case, is reserved. */
export function isKeyword(word: string): boolean {
  return keywords.has(word)
}

/** Keywords that name a function if a parenthesis follows. */
export const functionKeywords: ReadonlySet<string> = new Set(
  (
    'exists count avg max min sum substring char_length character_length octet_length bit_length upper lower size ' +
    'sexp list bag'
  ).split(' '),
)

/** The names of types that IS can test for, and their names in DynamoDB. */
export const typeNames: ReadonlyMap<string, string> = new Map(
  Object.entries({
    missing: 'MISSING',
    null: 'NULL',
    bool: 'BOOLEAN',
    boolean: 'BOOLEAN',
    smallint: 'SMALLINT',
    int2: 'SMALLINT',
    integer2: 'SMALLINT',
    int4: 'INTEGER4',
    integer4: 'INTEGER4',
    int8: 'INTEGER8',
    integer8: 'INTEGER8',
    bigint: 'INTEGER8',
    int: 'INTEGER',
    integer: 'INTEGER',
    float: 'FLOAT',
    real: 'REAL',
    'double precision': 'DOUBLE_PRECISION',
    dec: 'DECIMAL',
    decimal: 'DECIMAL',
    numeric: 'NUMERIC',
    timestamp: 'TIMESTAMP',
    date: 'DATE',
    time: 'TIME',
    char: 'CHARACTER',
    character: 'CHARACTER',
    varchar: 'CHARACTER_VARYING',
    'character varying': 'CHARACTER_VARYING',
    string: 'STRING',
    symbol: 'SYMBOL',
    clob: 'CLOB',
    blob: 'BLOB',
    struct: 'STRUCT',
    tuple: 'TUPLE',
    list: 'LIST',
    sexp: 'SEXP',
    bag: 'BAG',
  }),
)
