/** Returns the path of a browser, if there is one: CHROMIUM_PATH, or else one of the usual places. */
export function findChromium(): string | undefined
