import type { Settings } from './settings.ts'

/** Apart from the schema, which the TV's bundle cannot load: it uses newer functions than old TVs have. */
export function isEnabled(settings: Settings, key: string) {
  return settings[key] === 'true'
}
