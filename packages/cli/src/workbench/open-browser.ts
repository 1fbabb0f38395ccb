import { spawn } from 'node:child_process'

/** Opens an address in the browser of whoever is at this machine. Where there is none, the link is still printed. */
export function openBrowser(url: string): void {
  const [command = '', ...args] = browserCommand(process.platform, url)
  const child = spawn(command, args, { stdio: 'ignore', detached: true })
  child.on('error', () => {})
  child.unref()
}

/** The program that opens addresses on a system. */
export function browserCommand(platform: NodeJS.Platform, url: string): readonly string[] {
  if (platform === 'darwin') return ['open', url]
  // start is a word of the shell, and takes the first text in quotes for a title.
  return platform === 'win32' ? ['cmd', '/c', 'start', '""', url] : ['xdg-open', url]
}
