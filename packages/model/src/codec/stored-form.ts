import { definitionError } from '../model-error.ts'
import type { WireItem, WireValue } from '../port/wire.ts'

/**
 * How to store a value whose type the stored value does not show:
 *
 * - `date`: a Date as ISO text · `epoch`: a Date as whole seconds · `epochMs`: a Date as milliseconds
 * - `bigint`: a bigint as a number · `decimal`: the text of a decimal number as a number, so that no digit is lost
 * - `set`: a Set; DynamoDB stores no empty sets, so a missing one is read as an empty one
 */
export type StoredForm = 'date' | 'epoch' | 'epochMs' | 'bigint' | 'decimal' | 'set'

/** Forms by path: `createdAt`, `address.since`, `lines[].price`, `addresses.*.since`. */
export type StoredForms = { readonly [path: string]: StoredForm | OwnForm }

/**
 * A form that the program defines, made by `form(…)` of `@monotable/model/forms`: programs without one do not load that
 * code.
 */
export interface OwnForm {
  readonly name: string
  /** Installs the form in the tree of an entity's forms; for the model itself. */
  settle(place: FormPlace): void
}

/** A form that the program defines, with its conversion in both directions. */
export interface FormOf<Value> extends OwnForm {
  readonly encode: (value: Value) => unknown
  readonly decode: (stored: never) => Value
}

/** The place at which a form is installed. */
export interface FormPlace {
  readonly root: MutableNode
  readonly node: MutableNode
  readonly entity: string
  readonly path: string
}

/** Writes and reads values in a form that the program defines. Errors name the place, not the value. */
export interface OwnCodec {
  write(value: unknown): WireValue | undefined
  read(stored: WireValue): unknown
}

/** The names in the table of an item's attributes, or of a map's members, where they differ from the application's. */
export interface MemberNames {
  /** Returns the name in the table; a name of the table is returned as it is. */
  storedName(name: string): string
  /** Returns the application's name; a name of the application is returned as it is. */
  codeName(stored: string): string
  /** Returns the name under which to store a value. Refuses a name that stands for another attribute in the table. */
  nameToStore(name: string): string
  /** Returns stored members by the application's names. */
  byCode(members: WireItem): WireItem
}

/** The forms and names of a place in an item, and of all places below it. */
export interface FormNode {
  readonly form: StoredForm | OwnForm | undefined
  /** The codec, if the program defines the form. */
  readonly own?: OwnCodec | undefined
  /**
   * At the root, if the program defines some forms: refuses conditions and changes that need an order, a part or a size
   * of the value, which its stored form does not have, and an entity whose keys or counts are made of such values.
   */
  readonly refuse?: ((said: object) => void) | undefined
  /** The names of its members, if some differ in the table. */
  readonly names?: MemberNames | undefined
  readonly members: ReadonlyMap<string, FormNode>
  /** The node of all members of a dictionary (`*`) or elements of a list (`[]`) that have none of their own. */
  readonly each: FormNode | undefined
}

/** A node under construction. */
export interface MutableNode {
  form: FormNode['form']
  own?: FormNode['own']
  refuse?: FormNode['refuse']
  members: Map<string, MutableNode>
  each: MutableNode | undefined
}

/** The node of a place without declared forms. */
export const noForms: FormNode = createNode()

/** Builds the tree of the forms that an entity declares. */
export function compileForms(forms: StoredForms, entity = ''): FormNode {
  if (Object.keys(forms).length === 0) return noForms
  const root = createNode()
  for (const [path, form] of Object.entries(forms)) {
    let node = root
    for (const step of path.replaceAll('[]', '.*').split('.')) {
      if (step === '') throw definitionError(`stored: "${path}" is not a path`, path)
      node = childOf(node, step)
    }
    node.form = form
    if (typeof form === 'object') form.settle({ root, node, entity, path })
    else if (!/^(date|epoch(Ms)?|bigint|decimal|set)$/.test(form)) {
      throw definitionError(`stored: "${path}" cannot have the form "${form}"`, path)
    }
  }
  return root
}

/** Returns the forms below a member or an element. */
export function formAt(node: FormNode, step: string | number): FormNode {
  if (node === noForms) return noForms
  return (typeof step === 'string' ? node.members.get(step) : undefined) ?? node.each ?? noForms
}

/** Returns the name in the table of an attribute or member. */
export function storedName({ names }: FormNode, name: string): string {
  return names?.storedName(name) ?? name
}

/** Returns a path in names of the table. */
export function storedSteps(
  forms: FormNode,
  steps: readonly (string | number)[],
): readonly (string | number)[] {
  if (forms === noForms) return steps
  let node = forms
  return steps.map((step) => {
    const stored = storedName(node, step as string)
    node = formAt(node, step)
    return stored
  })
}

/** Returns the application's name of an attribute or member of the table. */
export function codeName({ names }: FormNode, name: string): string {
  return names?.codeName(name) ?? name
}

/** Returns an item, or a map in it, by the application's names. */
export function byCode({ names }: FormNode, members: WireItem): WireItem {
  return names?.byCode(members) ?? members
}

/** Returns the path of a member or an element. */
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
