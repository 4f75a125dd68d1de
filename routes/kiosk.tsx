import { parseTvLanguages } from '#domain/display/words/languages'
import { LANGUAGE_CODES, type Language } from '#domain/tickets/languages'
import type { App } from '../server/context.ts'
import { getKioskView } from '../server/queries/kiosk.ts'
import { getSettings } from '../server/queries/settings.ts'
import { Island } from '../server/render/island.tsx'

export async function renderKiosk(app: App, token: string) {
  const view = await getKioskView(app)
  const { tvLanguages } = await getSettings(app)
  const props = { token, view, languages: orderLanguages(tvLanguages) }
  return { title: view.clinicName, body: <Island name="KioskScreen" props={props} /> }
}

function orderLanguages(tvLanguages: string): Language[] {
  return [...new Set<Language>([...(parseTvLanguages(tvLanguages) ?? []), ...LANGUAGE_CODES])]
}
