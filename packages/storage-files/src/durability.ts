/**
 * When a write counts as done. `full`: once it is on the disk; it then survives power loss. `normal`: once the system
 * has it; it survives the end of the process, and power loss may take the last writes but harms nothing else. `off`:
 * like `normal`, but power loss may damage the store.
 */
export type Durability = 'full' | 'normal' | 'off'
