import { saveSettings } from '#db/repositories/settings'
import * as repository from '#db/repositories/tv/prayer-days'
import type { PrayerTable } from '#domain/prayers/prayer-day'
import { toSettingFact } from '#domain/settings/settings'
import type { Tx } from '../../write.ts'

/** TVs and screens fetch the times again when this setting changes. */
const SETTING = { key: 'prayerTable', category: 'display' } as const

/** Replaces the days that are in the file, which `readPrayerTable` has read. */
export async function savePrayerTable(tx: Tx, table: PrayerTable) {
  await repository.savePrayerTable(tx.db, table, tx.days.today)
  return markChange(tx)
}

export async function deletePrayerTable(tx: Tx) {
  await repository.deletePrayerTable(tx.db)
  return markChange(tx)
}

async function markChange({ db, now }: Tx) {
  await saveSettings(db, [{ ...SETTING, value: now }], now)
  return { change: [toSettingFact({ key: SETTING.key, value: now })] }
}
