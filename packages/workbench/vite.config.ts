import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

/** By its path and not its URL, in which spaces and letters beyond ASCII are escaped. */
const at = (place: string) => fileURLToPath(new URL(place, import.meta.url))

/** The page is built into the package: whoever installs it needs no build, and no other host. */
export default defineConfig({
  root: at('src/page/'),
  base: './',
  resolve: {
    conditions: ['monotable-source', 'module', 'browser'],
    alias: { 'node:buffer': at('src/page/buffer-stand-in.ts') },
  },
  esbuild: { jsx: 'automatic', jsxImportSource: 'preact' },
  build: { outDir: at('dist/page/'), emptyOutDir: true, target: 'es2022' },
})
