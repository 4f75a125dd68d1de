import { saveSettings } from '#db/repositories/settings'
import * as repository from '#db/repositories/tv/prayer-days'
import type { PrayerTable } from '#domain/prayers/prayer-day'
import { getClinicDay } from '#domain/time'
import type { App } from '../../context.ts'
import { readPrayerTable } from '../../queries/prayer-times.ts'

/** TVs and screens fetch the times again when this setting changes. */
const SETTING = { key: 'prayerTable', category: 'display' } as const

/** Replaces the days that are in the file. Throws with the line and the reason if it cannot. */
export async function savePrayerTable(app: App, file: Uint8Array): Promise<PrayerTable> {
  const now = app.now()
  const table = await readPrayerTable(app, file)
  await app.write(async tx => {
    await repository.savePrayerTable(tx, table, getClinicDay(now, app.config.timeZone))
    await saveSettings(tx, [{ ...SETTING, value: now }], now)
  })
  app.channel.publish('settings:updated', { keys: [SETTING.key] })
  return table
}

export async function deletePrayerTable(app: App) {
  const now = app.now()
  await app.write(async tx => {
    await repository.deletePrayerTable(tx)
    await saveSettings(tx, [{ ...SETTING, value: now }], now)
  })
  app.channel.publish('settings:updated', { keys: [SETTING.key] })
}
