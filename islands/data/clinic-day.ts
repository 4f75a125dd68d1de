import { signal } from '@preact/signals-react'
import { getClinicDay, type TimeZone } from '#domain/time'
import { refetchAll } from './query.ts'
import { serverNow } from './server-clock.ts'

const CHECK_INTERVAL_MS = 5_000

/** YYYY-MM-DD; '' until `watchClinicDay` is called, as on the server. */
export const clinicDay = signal('')

/** Refetches everything when the clinic's day changes, because numbers and lists start again. */
export function watchClinicDay(getTimeZone: () => TimeZone) {
  clinicDay.value = getClinicDay(serverNow(), getTimeZone())
  const timer = setInterval(() => {
    const today = getClinicDay(serverNow(), getTimeZone())
    if (today === clinicDay.value) return
    clinicDay.value = today
    void refetchAll()
  }, CHECK_INTERVAL_MS)
  return () => clearInterval(timer)
}
