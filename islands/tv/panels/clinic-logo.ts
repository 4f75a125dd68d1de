import { isEnabled, type Settings } from '#domain/settings-record'

/** The path of the logo that the TV shows, or ''. */
export function getLogo(settings: Settings) {
  return isEnabled(settings, 'showClinicLogo') ? (settings.clinicLogo ?? '') : ''
}

export const LOGO = { width: 300, height: 88 }

/** With the shape that the picture has. */
export function getLogoWidth({ width, height }: { width: number; height: number }) {
  return Math.min(LOGO.width, Math.round((LOGO.height * width) / height))
}
