import { isEnabled, toSettingsRecord } from '#domain/settings-record'
import { api, unwrap } from '../data/api.ts'
import { query } from '../data/query.ts'

/** Whether a registration asks for a phone number. */
export function queryAsksPhone(initial: boolean) {
  return query('ask-phone', fetchAsksPhone, initial, {
    every: null,
    apply: (_, { settings }) =>
      settings?.askPhone === undefined ? null : settings.askPhone === 'true',
  })
}

async function fetchAsksPhone() {
  return isEnabled(toSettingsRecord(await unwrap(api.settings.$get())), 'askPhone')
}
