import { existsSync } from 'node:fs'

// The headless shell comes first: a full Chromium also draws its own window, in extra processes, and tests take twice
// as long.
const wellKnown = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** Returns the path of a browser, if there is one: CHROMIUM_PATH, or else one of the usual places. */
export function findChromium() {
  return [process.env['CHROMIUM_PATH'], ...wellKnown].find((path) => path !== undefined && existsSync(path))
}
