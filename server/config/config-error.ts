/** Its message is one sentence for the console; the exit code is 1. */
export class ConfigError extends Error {}
