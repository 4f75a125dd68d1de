/** 'HH:MM' of an ISO instant, on the clinic's clock wherever the browser is. */
export function formatTime(instant: string, timeZone: string) {
  return new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(
    new Date(instant),
  )
}

const SHORT_DAY = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'short',
})

/** '20 Nov' of a clinic's day such as 2026-11-20. */
export function formatDay(day: string) {
  return SHORT_DAY.format(new Date(day))
}
