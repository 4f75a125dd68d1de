import { MAX_ID } from './rules.ts'

/** Leaves out a number that no table can be continued from. */
export const SANE_SEQUENCES = `select name, seq from sqlite_sequence
  where typeof(seq) = 'integer' and seq between 0 and ${MAX_ID}`
