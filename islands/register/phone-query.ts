import { isEnabled } from '#domain/settings-record'
import { fetchSettings } from '../data/queries/fetch-settings.ts'
import { query } from '../data/query.ts'

/** Whether a registration asks for a phone number. */
export function queryAsksPhone(initial: boolean) {
  return query('settings', fetchAsksPhone, initial, {
    every: null,
    apply: (known, { settings }) =>
      settings ? (settings.askPhone ?? String(known)) === 'true' : null,
  })
}

async function fetchAsksPhone() {
  return isEnabled(await fetchSettings(), 'askPhone')
}
