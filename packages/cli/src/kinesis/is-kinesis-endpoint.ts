/** Whether Kinesis can be at an address. `fetch` takes no password in one, and would tell it to everybody. */
export function isKinesisEndpoint(text: string): boolean {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return false
  const { username, password } = new URL(text)
  return username === '' && password === ''
}
