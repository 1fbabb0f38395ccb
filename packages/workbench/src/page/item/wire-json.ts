/** Formats an item, or a request with items, as DynamoDB JSON, with one line per scalar. */
export function wireJson(item: object): string {
  // Strings in JSON contain no line breaks, so everything between two of them is one member.
  return JSON.stringify(item, null, 2).replace(/\{\n\s*("(?:S|N|B|BOOL|NULL)": [^\n]*)\n\s*\}/g, '{ $1 }')
}
