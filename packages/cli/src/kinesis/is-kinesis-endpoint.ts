/** Whether an address can be a Kinesis endpoint. `fetch` rejects an address with a password, and its error shows it. */
export function isKinesisEndpoint(text: string): boolean {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return false
  const { username, password } = new URL(text)
  return username === '' && password === ''
}
