import type { NoAttribute } from './relation-types.ts'
import type { StoredAs } from './stored-names-config.ts'

/** The application's name of an attribute of the table. */
export type CodeName<Config, Stored> = Config extends { readonly storedAs: StoredAs<infer Names> }
  ? Exclude<Stored, Names[OwnPaths<Names>]> | NamesOf<Names, OwnPaths<Names>, Stored>
  : Stored

type NamesOf<Names, Paths extends keyof Names, Stored> = {
  [Path in Paths]: Names[Path] extends Stored ? Path : never
}[Paths]

/** Those of some paths that lead to attributes, not to places within them. */
type OwnPaths<Names> = Exclude<keyof Names & string, `${string}.${string}` | `${string}[${string}`>

/** Checks names for the table: each names an attribute, and none is that of another. */
export type CheckedStoredNames<Config, Attributes> = Config extends {
  readonly storedAs: StoredAs<infer Names>
}
  ? { readonly names: { readonly [Path in keyof Names]: CheckedName<Path, Names[Path], Attributes> } }
  : unknown

type CheckedName<Path, Stored, Attributes> =
  FirstStep<Path> extends Attributes
    ? Path extends Attributes
      ? FreeName<Stored, Exclude<Attributes, Path>>
      : unknown
    : NoAttribute<FirstStep<Path>>

/** If names can be any text, none is known to be taken. */
type FreeName<Stored, Others> = [string] extends [Others]
  ? unknown
  : Stored extends Others
    ? { readonly 'is an attribute of its own': Stored }
    : unknown

type FirstStep<Path> = Path extends `${infer Before}.${string}`
  ? FirstStep<Before>
  : Path extends `${infer Before}[${string}`
    ? Before
    : Path
