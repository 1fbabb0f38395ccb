import { Store } from '../store.ts'

export type Theme = 'auto' | 'light' | 'dark'

const STORED_AS = 'monotable.theme'
const order: readonly Theme[] = ['auto', 'light', 'dark']

/** The chosen theme; `auto` follows the system. */
export const theme = new Store<Theme>(storedTheme())

export function setTheme(chosen: Theme): void {
  theme.set(chosen)
  applyTheme()
  try {
    localStorage.setItem(STORED_AS, chosen)
  } catch {
    // The browser stores nothing: the choice lasts until the page is closed.
  }
}

export function nextTheme(): void {
  setTheme(order[(order.indexOf(theme.value) + 1) % order.length] ?? 'auto')
}

/** Sets the theme where the style sheet looks for it. */
export function applyTheme(): void {
  const root = document.documentElement
  if (theme.value === 'auto') root.removeAttribute('data-theme')
  else root.setAttribute('data-theme', theme.value)
}

function storedTheme(): Theme {
  try {
    return order.find((name) => name === localStorage.getItem(STORED_AS)) ?? 'auto'
  } catch {
    return 'auto'
  }
}
