import { addTvDays } from '#db/repositories/tv/tv-days'
import type { App } from '../../context.ts'

export async function saveTvDays({ write, tv }: App) {
  const days = tv.days.take()
  if (days.length === 0) return
  try {
    await write(tx => addTvDays(tx, days))
  } catch (cause) {
    for (const day of days) tv.days.add(day)
    throw cause
  }
}
