import { spawn } from 'node:child_process'

/** Opens an address in the browser of this machine. If there is none, the user still has the printed link. */
export function openBrowser(url: string): void {
  const [command = '', ...args] = browserCommand(process.platform, url)
  const child = spawn(command, args, { stdio: 'ignore', detached: true })
  child.on('error', () => {})
  child.unref()
}

/** Returns the command that opens an address on a platform. */
export function browserCommand(platform: NodeJS.Platform, url: string): readonly string[] {
  if (platform === 'darwin') return ['open', url]
  // `start` is a shell built-in, and takes the first quoted text for a window title.
  return platform === 'win32' ? ['cmd', '/c', 'start', '""', url] : ['xdg-open', url]
}
