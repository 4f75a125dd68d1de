/** Server time, ISO 8601. A write that has not begun by then is rejected with 408. */
export const DEADLINE_HEADER = 'X-Deadline'

export const TOO_LATE = 'The request arrived too late and was ignored.'
