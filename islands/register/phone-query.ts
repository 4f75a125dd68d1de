import { getSettings } from '#domain/change'
import { isEnabled } from '#domain/settings-record'
import { fetchSettings } from '../data/queries/fetch-settings.ts'
import { query } from '../data/query.ts'

/** Queries whether a registration asks for a phone number. */
export function queryAsksPhone(initial: boolean) {
  return query('settings', fetchAsksPhone, initial, {
    every: null,
    apply(known, facts) {
      const settings = getSettings(facts)
      return settings && (settings.askPhone ?? String(known)) === 'true'
    },
  })
}

async function fetchAsksPhone() {
  return isEnabled(await fetchSettings(), 'askPhone')
}
