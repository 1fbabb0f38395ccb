/** An item, or a request with items, as DynamoDB's JSON, with one line for each plain value. */
export function wireJson(item: object): string {
  // Text in JSON has no line breaks of its own: what stands between two is one member.
  return JSON.stringify(item, null, 2).replace(/\{\n\s*("(?:S|N|B|BOOL|NULL)": [^\n]*)\n\s*\}/g, '{ $1 }')
}
