import { ASR_RULES, PRAYER_METHODS } from '../display/prayer-times.ts'
import { DEFAULT_HOLD_PRESETS } from '../queue/requeue-reason.ts'
import { capitalize } from '../text.ts'
import type { CardTitle } from './cards.ts'
import { COLOR_ROWS } from './color-settings.ts'
import * as types from './setting-types.ts'
import { audio, display, type SettingRow } from './setting-types.ts'
import {
  DEFAULT_PRESET,
  DEFAULT_TV_VOLUME,
  formatPreset,
  PRESETS,
  type PresetKey,
} from './sounds.ts'

const SOUND = types.select(
  // Safe: these are the keys of the object.
  ...(Object.keys(PRESETS) as PresetKey[]).map(key => [key, formatPreset(key)] as const),
)
const PRESET_ONLY = types.choice(['preset', 'Preset'])

/** A plain setting needs only a row, because the form, the server and the API use the rows. */
export const SETTINGS_SCHEMA = {
  theme: { category: 'display', type: types.TEXT, default: 'blue' },
  showPrayerTimes: display('Prayer Times', types.SWITCH, 'false', 'Show prayer times', {
    hint: 'Replaces the weather panel.',
  }),
  showWeather: display('Weather', types.SWITCH, 'false', 'Show weather', {
    hint: 'Turns off the prayer times: both use the same space.',
  }),
  enableMarquee: display('Marquee', types.SWITCH, 'false', 'Show the marquee'),
  marqueeText: display('Marquee', types.TEXT, 'Welcome to the Health Clinic', 'Text'),
  tvLanguages: display('Languages', types.TV_LANGUAGES, 'en', undefined, {
    shows: ['shown-calls'],
  }),
  clinicLogo: display('Clinic Logo', types.MEDIA, ''),
  showClinicLogo: display('Clinic Logo', types.SWITCH, 'false', 'Show the logo on the display'),
  clinicName: display('Clinic Name', types.TITLE, 'MAIN CLINIC 24 HOURS', 'Name on the display', {
    shows: ['clinic-name'],
  }),
  dashboardMediaType: display(
    'Media',
    types.choice(['own', 'Own images'], ['youtube', 'YouTube']),
    'own',
    'Media option',
  ),
  youtubeUrl: display('Media', types.YOUTUBE, '', 'YouTube URL'),
  latitude: display('Location', types.LATITUDE, '', 'Latitude'),
  longitude: display('Location', types.LONGITUDE, '', 'Longitude'),
  orderWeight: display(
    'Order of Calling',
    types.choice(
      ['1', 'Once'],
      ['1.5', '1.5 times'],
      ['2', 'Twice'],
      ['3', '3 times'],
      ['always', 'Always first'],
    ),
    '2',
    "Priority patients' waiting time counts",
    { shows: ['order-rules'] },
  ),
  orderLimitMinutes: display(
    'Order of Calling',
    types.wholeNumber('minutes', 5, 240),
    '45',
    'Call first after waiting (minutes)',
    { shows: ['order-rules'] },
  ),
  missedCalls: display(
    'Order of Calling',
    types.wholeNumber('calls', 1, 20),
    '3',
    'Call missed patients again after (calls)',
    { shows: ['order-rules'] },
  ),
  awayCalls: display(
    'Order of Calling',
    types.wholeNumber('calls', 0, 20),
    '0',
    'Call away patients again after (calls; 0 = never, use Back)',
    { shows: ['order-rules'] },
  ),
  holdPresets: display('Requeue with a Time', types.HOLD_PRESETS, DEFAULT_HOLD_PRESETS, undefined, {
    shows: ['order-rules'],
  }),
  waitTargetMinutes: display(
    'Reports',
    types.wholeNumber('minutes', 5, 480),
    '60',
    'Target waiting time (minutes)',
  ),
  reportsFor: display(
    'Reports',
    types.choice(['admin', 'Administrators'], ['staff', 'All staff']),
    'admin',
    'Who can see reports',
    { isForAdmins: true },
  ),
  // New clinics start with 30; see db/repositories/seed.ts.
  keepNamesDays: display(
    'Names',
    types.KEEP_NAMES,
    types.KEEP_ALL,
    "Delete patients' names after",
    {
      isForAdmins: true,
    },
  ),
  showGettingStarted: display('First Steps', types.SWITCH, 'true', 'Show unfinished first steps'),
  takesAppointments: display('Appointments', types.SWITCH, 'false', 'Use appointments'),
  ticketMode: display(
    'Tickets',
    types.choice(['off', 'None'], ['screen', 'On the screen'], ['print', 'Print automatically']),
    'off',
    'Ticket after a registration',
    { shows: ['ticket-mode'] },
  ),
  ticketPaper: display(
    'Tickets',
    types.choice(['80', '80 mm'], ['58', '58 mm']),
    '80',
    'Width of the paper',
  ),
  ticketText: display('Tickets', types.LINE, '', 'Footer text', {
    placeholder: 'Please keep this ticket',
  }),
  askPhone: display('Tickets', types.SWITCH, 'false', 'Ask for a phone number at registration', {
    hint: 'For connected systems that may send notices to patients. Removed when the day has ended.',
  }),
  kioskNames: display(
    'Kiosk',
    types.choice(['never', 'Never'], ['optional', 'If they want'], ['required', 'Always']),
    'optional',
    'Patients type their name',
  ),
  kioskFrom: display('Kiosk', types.CLOCK_TIME, '', 'Open from', { placeholder: '08:00' }),
  kioskTo: display('Kiosk', types.CLOCK_TIME, '', 'Open until', { placeholder: '17:00' }),
  kioskPrints: display('Kiosk', types.SWITCH, 'false', 'Print the ticket', {
    hint: 'Needs a printer at the kiosk, and tickets turned on.',
  }),
  prayerMethod: display(
    'Prayer Times',
    types.select(...PRAYER_METHODS.map(toOption)),
    'JAKIM',
    'Method',
  ),
  prayerAsr: display('Prayer Times', types.choice(...ASR_RULES.map(toOption)), 'standard', 'Asr'),
  prayerZone: display('Prayer Times', types.PRAYER_ZONE, ''),
  prayerOffsetFajr: display('Prayer Times', types.PRAYER_OFFSET, '0'),
  prayerOffsetDhuhr: display('Prayer Times', types.PRAYER_OFFSET, '0'),
  prayerOffsetAsr: display('Prayer Times', types.PRAYER_OFFSET, '0'),
  prayerOffsetMaghrib: display('Prayer Times', types.PRAYER_OFFSET, '0'),
  prayerOffsetIsha: display('Prayer Times', types.PRAYER_OFFSET, '0'),
  ...COLOR_ROWS,
  enableSound: audio(types.SWITCH, 'true', 'Enable sound'),
  volume: audio(types.VOLUME, String(DEFAULT_TV_VOLUME)),
  presetKey: audio(SOUND, DEFAULT_PRESET, 'Sound'),
  soundType: audio(PRESET_ONLY, 'preset'),
  soundMode: audio(PRESET_ONLY, 'preset'),
  customAudioId: audio(types.TEXT, ''),
  enableTTS: audio(types.SWITCH, 'false', 'Speak the name', {
    hint: "Only if the TV's browser has a built-in voice.",
  }),
  ttsLanguage: audio(types.LANGUAGE, 'en', 'Language'),
  voiceLanguages: audio(types.VOICE_LANGUAGES, ''),
} satisfies Record<string, SettingRow>

export type SettingKey = keyof typeof SETTINGS_SCHEMA
// Safe: these are the keys of the object.
export const SETTING_KEYS = Object.keys(SETTINGS_SCHEMA) as SettingKey[]

/** At most one of these is on, because they use the same space on the display. */
export const EXCLUSIVE: SettingKey[] = ['showPrayerTimes', 'showWeather']

/** Pairs of times: both or neither are set, and they differ. */
export const ORDERED: [from: SettingKey, to: SettingKey][] = [['kioskFrom', 'kioskTo']]

/** Fields that a card shows only while one of the listed settings is on. */
export const SHOWN_WITH: Partial<Record<SettingKey, SettingKey[]>> = {
  marqueeText: ['enableMarquee'],
  marqueeColor: ['enableMarquee'],
  marqueeBackgroundColor: ['enableMarquee'],
  latitude: EXCLUSIVE,
  longitude: EXCLUSIVE,
  ticketPaper: ['ticketMode'],
  ticketText: ['ticketMode'],
}

export const ALIASES: Partial<Record<string, SettingKey>> = { enable_audio: 'enableSound' }

/** A setting that clients can read but not save, because it follows from other settings. */
export const DERIVED_KEY = 'mediaType'

export function getRow(key: SettingKey): SettingRow {
  return SETTINGS_SCHEMA[key]
}

export function findKey(name: string) {
  const key = ALIASES[name] ?? name
  return isSettingKey(key) ? key : undefined
}

function isSettingKey(name: string): name is SettingKey {
  return (SETTING_KEYS as string[]).includes(name)
}

export function listFields(card: CardTitle) {
  return SETTING_KEYS.filter(key => getRow(key).card === card && getRow(key).label !== undefined)
}

/** Returns an option that shows 'MuslimWorldLeague' as 'Muslim World League'. */
function toOption<Name extends string>(name: Name) {
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2')
  return [name, capitalize(words)] as const
}
