/** A start that was asked for in a way that cannot be: a sentence for the console, exit 1. */
export class ConfigError extends Error {}
