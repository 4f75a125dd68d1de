/**
 * Seals the shared objects, so a write with a typed key such as `__proto__` fails. Freezing is not
 * possible, because Bun's node:events assigns `constructor` to an object.
 */
Object.seal(Object.prototype)
Object.seal(Object)
