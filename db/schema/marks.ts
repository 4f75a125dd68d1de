/** Names of rows in `secrets`, in which the program remembers something about the data. */

/** The key that signs cookies and tickets. Each clinic has its own key. */
export const COOKIE_SECRET = 'cookie'
/** Contains keys of the names that were forgotten in lists of appointments. */
export const FORGOTTEN_APPOINTMENTS = 'forgotten-appointments'
/** Key of the mark that is set after a TV has played the sound of a call. */
export const SOUND_HEARD = 'sound-heard'
/** The clinic's day on which the last clean-up ran, or which an administrator confirmed. */
export const CLEANUP_DAY = 'cleanup-day'
/** Lists what restores have removed without a revocation. */
export const REMOVED_BY_RESTORE = 'removed-by-restore'
/** The number of the rule that counted the days of the reports. */
export const REPORT_RULE = 'report-rule'
