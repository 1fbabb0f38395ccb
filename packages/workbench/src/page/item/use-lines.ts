import { type AttributeMap, hasOwn } from '@monotable/protocol'
import { useRef } from 'preact/hooks'
import { freeName, withAttribute, withRenamed } from './edit-map.ts'

interface Lines {
  /** Returns the key of an attribute's line. */
  readonly keyOf: (name: string) => number
  /** Whether an attribute was just added here, so that its name is typed next. */
  readonly isAdded: (name: string) => boolean
  readonly add: () => void
  readonly rename: (name: string, renamed: string) => void
}

/** The lines of a map. Renaming an attribute keeps its line, so that the user keeps the focus. */
export function useLines(map: AttributeMap, onChange: (map: AttributeMap) => void): Lines {
  const { current } = useRef({ ids: new Map<string, number>(), last: 0, added: '' })
  const keyOf = (name: string) => {
    const id = current.ids.get(name) ?? ++current.last
    current.ids.set(name, id)
    return id
  }
  return {
    keyOf,
    isAdded: (name) => name === current.added,
    add: () => {
      current.added = freeName(map)
      onChange(withAttribute(map, current.added, { S: '' }))
    },
    rename: (name, renamed) => {
      if (renamed === '' || hasOwn(map, renamed)) return
      current.ids.set(renamed, keyOf(name))
      current.ids.delete(name)
      current.added = ''
      onChange(withRenamed(map, name, renamed))
    },
  }
}
