import { SQLDialect, sql } from '@codemirror/lang-sql'
import type { LanguageSupport } from '@codemirror/language'

const dialect = SQLDialect.define({
  keywords:
    'select from where and or not in between is missing insert into value update set remove delete order by asc desc exists returning all old new modified',
  builtin: 'begins_with contains size attribute_type list_append set_add set_delete',
  types: '',
  doubleQuotedStrings: false,
})

/** The PartiQL dialect of DynamoDB. */
export function partiqlLanguage(): LanguageSupport {
  return sql({ dialect, upperCaseKeywords: true })
}
