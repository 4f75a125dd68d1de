/** One sentence for the console, exit code 1. */
export class ConfigError extends Error {}
