/** A style sheet that is imported for its effect; Vite bundles it. */
declare module '*.css'
