/**
 * Whether an output understands escape sequences. The shell inside an editor is a terminal too, but prints them as
 * text.
 */
export function canRedraw({ isTTY }: { readonly isTTY?: boolean | undefined }): boolean {
  return isTTY === true && process.env['TERM'] !== 'dumb'
}
