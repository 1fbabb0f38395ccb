/** A style sheet that is imported for its side effect; Vite bundles it. */
declare module '*.css'
