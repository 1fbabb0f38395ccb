/** Parses the sections of an INI file: `[profile]`, followed by lines of `name = value`. */
export function parseProfiles(text: string): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const profiles = new Map<string, Map<string, string>>()
  let current = new Map<string, string>()
  for (const line of text.split(/\r?\n/)) {
    const section = /^\s*\[\s*(?:profile\s+)?([^\]]+?)\s*\]/.exec(line)?.[1]
    if (section !== undefined) {
      current = profiles.get(section) ?? new Map<string, string>()
      profiles.set(section, current)
      continue
    }
    const [, name, value] = /^\s*([^#;=\s]+)\s*=\s*(.*?)\s*$/.exec(line) ?? []
    if (name !== undefined && value !== undefined) current.set(name, value)
  }
  return profiles
}
