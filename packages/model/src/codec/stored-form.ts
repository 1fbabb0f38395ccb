import { definitionError } from '../model-error.ts'
import type { WireItem, WireValue } from '../port/wire.ts'

/**
 * How a value is stored whose type cannot be seen in what is stored:
 *
 * - `date`: a Date as ISO text · `epoch`: a Date as whole seconds · `epochMs`: a Date as milliseconds
 * - `bigint`: a bigint as a number · `decimal`: text of a decimal number as a number, so that no digit is lost
 * - `set`: a Set; DynamoDB keeps no empty ones, so a missing one is read as an empty one
 */
export type StoredForm = 'date' | 'epoch' | 'epochMs' | 'bigint' | 'decimal' | 'set'

/** Forms by path: `createdAt`, `address.since`, `lines[].price`, `addresses.*.since`. */
export type StoredForms = { readonly [path: string]: StoredForm | OwnForm }

/**
 * A form of the program's own. Made by `form(…)` of `@monotable/model/forms`, so that whoever has none carries nothing of
 * it.
 */
export interface OwnForm {
  readonly name: string
  /** Takes its place among the forms of an entity; for the model itself. */
  settle(place: FormPlace): void
}

/** A form of the program's own, with what it makes of values and back. */
export interface FormOf<Value> extends OwnForm {
  readonly encode: (value: Value) => unknown
  readonly decode: (stored: never) => Value
}

/** Where a form of the program's own takes its place. */
export interface FormPlace {
  readonly root: MutableNode
  readonly node: MutableNode
  readonly entity: string
  readonly path: string
}

/** Writes and reads values of a form of the program's own. What it cannot, it refuses by the place's name. */
export interface OwnCodec {
  write(value: unknown): WireValue | undefined
  read(stored: WireValue): unknown
}

/** What members of an item, or of a map in it, are called in the table, where that is not what the application says. */
export interface MemberNames {
  /** The name in the table; one that is such a name already stays what it is. */
  storedName(name: string): string
  /** The application's name; one that is such a name already stays what it is. */
  codeName(stored: string): string
  /** The name under which a value is stored. Refuses a value whose name is another's in the table. */
  nameToStore(name: string): string
  /** Stored members by the application's names. */
  byCode(members: WireItem): WireItem
}

/** The forms and names at a place in an item and below it. */
export interface FormNode {
  readonly form: StoredForm | OwnForm | undefined
  /** Where the form is the program's own. */
  readonly own?: OwnCodec | undefined
  /**
   * At the root, where some forms are the program's own: refuses conditions and changes that go by an order, a part or a
   * size which only the value has, and an entity whose keys or counts are made of such values.
   */
  readonly refuse?: ((said: object) => void) | undefined
  /** The names of its members, where some have others in the table. */
  readonly names?: MemberNames | undefined
  readonly members: ReadonlyMap<string, FormNode>
  /** Of all members of a dictionary (`*`) or elements of a list (`[]`) that are not named. */
  readonly each: FormNode | undefined
}

/** A node while it is made. */
export interface MutableNode {
  form: FormNode['form']
  own?: FormNode['own']
  refuse?: FormNode['refuse']
  members: Map<string, MutableNode>
  each: MutableNode | undefined
}

/** Nothing is declared here. */
export const noForms: FormNode = createNode()

/** Makes a tree of the forms that an entity declares. */
export function compileForms(forms: StoredForms, entity = ''): FormNode {
  if (Object.keys(forms).length === 0) return noForms
  const root = createNode()
  for (const [path, form] of Object.entries(forms)) {
    let node = root
    for (const step of path.replaceAll('[]', '.*').split('.')) {
      if (step === '') throw definitionError(`stored: "${path}" is no path`, path)
      node = childOf(node, step)
    }
    node.form = form
    if (typeof form === 'object') form.settle({ root, node, entity, path })
  }
  return root
}

/** The forms below a member or an element. */
export function formAt(node: FormNode, step: string | number): FormNode {
  if (node === noForms) return noForms
  return (typeof step === 'string' ? node.members.get(step) : undefined) ?? node.each ?? noForms
}

/** What the application's attribute or member is called in the table. */
export function storedName({ names }: FormNode, name: string): string {
  return names?.storedName(name) ?? name
}

/** A path by the names that the table has. */
export function storedSteps(forms: FormNode, steps: readonly (string | number)[]): (string | number)[] {
  let node = forms
  return steps.map((step) => {
    const stored = storedName(node, step as string)
    node = formAt(node, step)
    return stored
  })
}

/** What the application calls an attribute or member of the table. */
export function codeName({ names }: FormNode, name: string): string {
  return names?.codeName(name) ?? name
}

/** An item, or a map in it, by the application's names. */
export function byCode({ names }: FormNode, members: WireItem): WireItem {
  return names?.byCode(members) ?? members
}

/** The path of a member or an element. */
export function joinPath(path: string, step: string | number): string {
  if (typeof step === 'number') return `${path}[${step}]`
  return path === '' ? step : `${path}.${step}`
}

function createNode(): MutableNode {
  return { form: undefined, members: new Map(), each: undefined }
}

function childOf(node: MutableNode, step: string): MutableNode {
  if (step === '*') {
    node.each ??= createNode()
    return node.each
  }
  const member = node.members.get(step) ?? createNode()
  node.members.set(step, member)
  return member
}
