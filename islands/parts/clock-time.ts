/** 'HH:MM' of an ISO instant, on the clinic's clock wherever the browser is. */
export function clockTime(instant: string, timeZone: string) {
  return new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(
    new Date(instant),
  )
}
