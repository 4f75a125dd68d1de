/**
 * Text from people that is mistaken for a key, such as `__proto__`, fails where it is written, and
 * changes nothing that all objects share. Frozen, node:events of Bun would not load: it assigns
 * `constructor` to an object, which a frozen prototype refuses.
 */
Object.seal(Object.prototype)
Object.seal(Object)
