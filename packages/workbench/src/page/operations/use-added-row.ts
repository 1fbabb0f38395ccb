import { useLayoutEffect, useRef } from 'preact/hooks'

/** Moves the focus to the attribute of a row that was just added. Returns a ref for the element around the rows. */
export function useAddedRow(rows: readonly { readonly attribute: string }[]) {
  const element = useRef<HTMLDivElement>(null)
  const before = useRef(rows.length)
  useLayoutEffect(() => {
    // Rows of an operation from the history have attributes.
    if (rows.length > before.current && rows.at(-1)?.attribute === '') {
      const fields = element.current?.querySelectorAll<HTMLElement>('[aria-label="Attribute"]')
      fields?.item(fields.length - 1).focus()
    }
    before.current = rows.length
  }, [rows.length])
  return element
}
