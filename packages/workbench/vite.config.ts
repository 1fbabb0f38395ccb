import { defineConfig } from 'vite'

/** The page is built into the package: whoever installs it needs no build, and no other host. */
export default defineConfig({
  root: new URL('src/page/', import.meta.url).pathname,
  base: './',
  resolve: {
    conditions: ['monotable-source', 'module', 'browser'],
    alias: { 'node:buffer': new URL('src/page/buffer-stand-in.ts', import.meta.url).pathname },
  },
  esbuild: { jsx: 'automatic', jsxImportSource: 'preact' },
  build: { outDir: new URL('dist/page/', import.meta.url).pathname, emptyOutDir: true, target: 'es2022' },
})
