/** Whether escape sequences are understood there: an editor's shell is a terminal, too, and prints them. */
export function canRedraw({ isTTY }: { readonly isTTY?: boolean | undefined }): boolean {
  return isTTY === true && process.env['TERM'] !== 'dumb'
}
