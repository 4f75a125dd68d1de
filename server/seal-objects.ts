/**
 * Text from people that is mistaken for a key, such as `__proto__`, then fails where it is written,
 * and changes nothing that all objects share. Freezing is not possible: Bun's own node:events
 * assigns `constructor` to an object, which a frozen prototype refuses.
 */
Object.seal(Object.prototype)
Object.seal(Object)
