import { MAX_ID } from './rules.ts'

/**
 * Leaves out a number that no table can be continued from. Restores of 1.1.0 and before saved whole
 * numbers as real ones.
 */
export const SANE_SEQUENCES = `select name, cast(seq as integer) as seq from sqlite_sequence
  where seq = cast(seq as integer) and seq between 0 and ${MAX_ID}`
