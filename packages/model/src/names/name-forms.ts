import type { FormNode, MemberNames } from '../codec/stored-form.ts'
import type { StoredNames } from '../entities/stored-names-config.ts'
import { definitionError, type ModelError, valueError } from '../model-error.ts'
import type { WireValue } from '../port/wire.ts'
import { setOwn } from '../util/own-property.ts'

interface NamedNode {
  form: FormNode['form']
  own: FormNode['own']
  refuse: FormNode['refuse']
  storedAs: string | undefined
  names: MemberNames | undefined
  members: Map<string, NamedNode>
  each: NamedNode | undefined
}

/** Splits a path into its steps; `*` stands for any member of a dictionary or element of a list. */
export function stepsIn(path: string): readonly string[] {
  return path.replaceAll('[]', '.*').split('.')
}

/** Returns forms with the names that attributes and their members have in the table. */
export function nameForms(forms: FormNode, names: StoredNames): FormNode {
  const root = copyNode(forms)
  for (const [path, name] of Object.entries(names)) {
    const steps = stepsIn(path)
    if (steps.includes('') || steps.at(-1) === '*') throw refusal(`"${path}" names no attribute`, path)
    if (name === '') throw refusal(`"${path}" needs a name`, path)
    steps.reduce((node, step) => {
      if (node.own === undefined) return childOf(node, step)
      throw refusal(`"${path}" is in what is stored in a form of its own`, path)
    }, root).storedAs = name
  }
  nameMembers(root, '')
  return root
}

function copyNode({ form, own, refuse, members, each }: FormNode): NamedNode {
  const copies = [...members].map(([name, node]): [string, NamedNode] => [name, copyNode(node)])
  return {
    form,
    own,
    refuse,
    storedAs: undefined,
    names: undefined,
    members: new Map(copies),
    each: each && copyNode(each),
  }
}

function childOf(node: NamedNode, step: string): NamedNode {
  const found = step === '*' ? node.each : node.members.get(step)
  const child = found ?? copyNode({ form: undefined, members: new Map(), each: undefined })
  if (step === '*') node.each = child
  else node.members.set(step, child)
  return child
}

/** Sets the names of every node. */
function nameMembers(node: NamedNode, path: string): void {
  const codeNames = new Map<string, string>()
  for (const [name, { storedAs }] of node.members) {
    if (storedAs === undefined) continue
    // A name has one meaning only, whether it is the application's or the table's, so that the two cannot be confused.
    const other = codeNames.get(storedAs) ?? (node.members.has(storedAs) ? storedAs : undefined)
    if (other !== undefined && other !== name) throw taken(`${path}${name}`, storedAs, `${path}${other}`)
    codeNames.set(storedAs, name)
  }
  if (codeNames.size > 0) node.names = memberNames(codeNames)
  for (const [name, member] of node.members) nameMembers(member, `${path}${name}.`)
  if (node.each !== undefined) nameMembers(node.each, `${path}*.`)
}

function memberNames(codeNames: ReadonlyMap<string, string>): MemberNames {
  const storedNames = new Map([...codeNames].map(([stored, name]) => [name, stored]))
  const codeName = (stored: string) => codeNames.get(stored) ?? stored
  const storedName = (name: string) => storedNames.get(name) ?? name
  return {
    storedName,
    codeName,
    byCode: (members) => {
      const named: { [name: string]: WireValue } = {}
      for (const stored of Object.keys(members)) {
        const name = codeName(stored)
        // The item was written before the attribute had another name in the table, and has it under the application's.
        const isOlder = name === stored && Object.hasOwn(named, name)
        if (!isOlder) setOwn(named, name, members[stored] as WireValue)
      }
      return named
    },
    nameToStore: (name) => {
      const other = codeName(name)
      if (other === name) return storedName(name)
      throw valueError(`"${name}" cannot be stored: it is what "${other}" is called in the table`, name)
    },
  }
}

function taken(path: string, name: string, other: string): ModelError {
  const what = other.endsWith(name) ? `there is an attribute "${other}"` : `"${other}" is called that`
  return refusal(`"${path}" cannot be "${name}" in the table: ${what}`, path)
}

function refusal(what: string, path: string): ModelError {
  return definitionError(`storedAs: ${what}`, path)
}
