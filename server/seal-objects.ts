/**
 * Seals the shared objects, so a typed text that is used as a key, such as `__proto__`, fails when
 * it is written and changes nothing shared. Freezing is not possible, because Bun's node:events
 * assigns `constructor` to an object, which a frozen prototype rejects.
 */
Object.seal(Object.prototype)
Object.seal(Object)
