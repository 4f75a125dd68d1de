import { ASR_RULES, PRAYER_METHODS } from '../display/prayer-times.ts'
import { DEFAULT_HOLD_PRESETS } from '../queue/hold-presets.ts'
import { capitalize } from '../text.ts'
import type { CardTitle } from './cards.ts'
import { COLOR_ROWS } from './color-settings.ts'
import { audio, display, type SettingRow } from './setting-row.ts'
import * as types from './setting-types.ts'
import {
  DEFAULT_PRESET,
  DEFAULT_TV_VOLUME,
  formatPreset,
  PRESETS,
  type PresetKey,
} from './sounds.ts'

const SOUND = types.select(
  // Safe: these are the keys of the object.
  (Object.keys(PRESETS) as PresetKey[]).map(key => [key, formatPreset(key)] as const),
)
const PRESET_ONLY = types.choice([['preset', 'Preset']])

/** A plain setting needs only a row, because the form, the server and the API use the rows. */
export const SETTINGS_SCHEMA = {
  theme: display({ type: types.TEXT, default: 'blue' }),
  showPrayerTimes: display({
    card: 'Prayer Times',
    type: types.SWITCH,
    default: 'false',
    label: 'Show prayer times',
    hint: 'Turns off the weather: both use the same space.',
  }),
  showWeather: display({
    card: 'Weather',
    type: types.SWITCH,
    default: 'false',
    label: 'Show weather',
    hint: 'Turns off the prayer times: both use the same space.',
  }),
  enableMarquee: display({
    card: 'Marquee',
    type: types.SWITCH,
    default: 'false',
    label: 'Show the marquee',
  }),
  marqueeText: display({
    card: 'Marquee',
    type: types.TEXT,
    default: 'Welcome to the Health Clinic',
    label: 'Text',
  }),
  // One or two languages, in order.
  tvLanguages: display({
    shows: ['shown-calls'],
    card: 'Languages',
    type: types.TV_LANGUAGES,
    default: 'en',
  }),
  clinicLogo: display({ card: 'Clinic Logo', type: types.MEDIA, default: '' }),
  showClinicLogo: display({
    card: 'Clinic Logo',
    type: types.SWITCH,
    default: 'false',
    label: 'Show the logo on the display',
  }),
  clinicName: display({
    shows: ['clinic-name'],
    card: 'Clinic Name',
    type: types.TITLE,
    default: 'MAIN CLINIC 24 HOURS',
    label: 'Name on the display',
  }),
  dashboardMediaType: display({
    card: 'Media',
    type: types.choice([
      ['own', 'Own images'],
      ['youtube', 'YouTube'],
    ]),
    default: 'own',
    label: 'Media option',
  }),
  youtubeUrl: display({ card: 'Media', type: types.YOUTUBE, default: '', label: 'YouTube URL' }),
  latitude: display({ card: 'Location', type: types.LATITUDE, default: '', label: 'Latitude' }),
  longitude: display({ card: 'Location', type: types.LONGITUDE, default: '', label: 'Longitude' }),
  orderWeight: display({
    shows: ['order-rules'],
    card: 'Order of Calling',
    type: types.choice([
      ['1', 'Once'],
      ['1.5', '1.5 times'],
      ['2', 'Twice'],
      ['3', '3 times'],
      ['always', 'Always first'],
    ]),
    default: '2',
    label: 'The waiting time of priority patients counts',
  }),
  orderLimitMinutes: display({
    shows: ['order-rules'],
    card: 'Order of Calling',
    type: types.wholeNumber('minutes', 5, 240),
    default: '45',
    label: 'A patient who has waited longer than this many minutes goes first',
  }),
  missedCalls: display({
    shows: ['order-rules'],
    card: 'Order of Calling',
    type: types.wholeNumber('calls', 1, 20),
    default: '3',
    label: 'A patient who missed a call returns after this many other calls',
  }),
  awayCalls: display({
    shows: ['order-rules'],
    card: 'Order of Calling',
    type: types.wholeNumber('calls', 0, 20),
    default: '0',
    label: 'A patient who is away returns after this many other calls (0: only by Back)',
  }),
  holdPresets: display({
    shows: ['order-rules'],
    card: 'Requeue with a Time',
    type: types.HOLD_PRESETS,
    default: DEFAULT_HOLD_PRESETS,
  }),
  waitTargetMinutes: display({
    card: 'Reports',
    type: types.wholeNumber('minutes', 5, 480),
    default: '60',
    label: 'Patients should be called within this many minutes',
  }),
  reportsFor: display({
    card: 'Reports',
    type: types.choice([
      ['admin', 'Administrators'],
      ['staff', 'All staff'],
    ]),
    default: 'admin',
    label: 'Who reads reports',
    isForAdmins: true,
  }),
  // New clinics start with 30; see db/repositories/seed.ts.
  keepNamesDays: display({
    card: 'Names',
    type: types.KEEP_NAMES,
    default: types.KEEP_ALL,
    label: "Keep patients' names for",
    isForAdmins: true,
  }),
  showGettingStarted: display({
    card: 'First Steps',
    type: types.SWITCH,
    default: 'true',
    label: 'Show unfinished first steps',
  }),
  takesAppointments: display({
    card: 'Appointments',
    type: types.SWITCH,
    default: 'false',
    label: 'Expect patients by appointment',
  }),
  ticketMode: display({
    shows: ['ticket-mode'],
    card: 'Tickets',
    type: types.choice([
      ['off', 'None'],
      ['screen', 'On the screen'],
      ['print', 'Print at once'],
    ]),
    default: 'off',
    label: 'Ticket after a registration',
  }),
  ticketPaper: display({
    card: 'Tickets',
    type: types.choice([
      ['80', '80 mm'],
      ['58', '58 mm'],
    ]),
    default: '80',
    label: 'Width of the paper',
  }),
  ticketText: display({
    card: 'Tickets',
    type: types.LINE,
    default: '',
    label: 'Last line on paper',
    placeholder: 'Please keep this ticket',
  }),
  askPhone: display({
    card: 'Tickets',
    type: types.SWITCH,
    default: 'false',
    label: 'Ask for a phone number at registration',
    hint: 'For programs that may send notices to patients. Removed when the day has ended.',
  }),
  kioskNames: display({
    card: 'Kiosk',
    type: types.choice([
      ['never', 'Never'],
      ['optional', 'If they want'],
      ['required', 'Always'],
    ]),
    default: 'optional',
    label: 'Patients type their name',
  }),
  // Times by the clinic's clock; both are empty if kiosks are always open.
  kioskFrom: display({
    card: 'Kiosk',
    type: types.CLOCK_TIME,
    default: '',
    label: 'Open from',
    placeholder: '08:00',
  }),
  kioskTo: display({
    card: 'Kiosk',
    type: types.CLOCK_TIME,
    default: '',
    label: 'Open until',
    placeholder: '17:00',
  }),
  kioskPrints: display({
    card: 'Kiosk',
    type: types.SWITCH,
    default: 'false',
    label: 'Print the ticket',
    hint: 'Needs a printer at the kiosk, and tickets turned on.',
  }),
  prayerMethod: display({
    card: 'Prayer Times',
    type: types.select(PRAYER_METHODS.map(toOption)),
    default: 'JAKIM',
    label: 'Method',
  }),
  prayerAsr: display({
    card: 'Prayer Times',
    type: types.choice(ASR_RULES.map(toOption)),
    default: 'standard',
    label: 'Asr',
  }),
  // A JAKIM zone; empty uses the zone of the clinic's location.
  prayerZone: display({ card: 'Prayer Times', type: types.PRAYER_ZONE, default: '' }),
  prayerOffsetFajr: display({ card: 'Prayer Times', type: types.PRAYER_OFFSET, default: '0' }),
  prayerOffsetDhuhr: display({ card: 'Prayer Times', type: types.PRAYER_OFFSET, default: '0' }),
  prayerOffsetAsr: display({ card: 'Prayer Times', type: types.PRAYER_OFFSET, default: '0' }),
  prayerOffsetMaghrib: display({ card: 'Prayer Times', type: types.PRAYER_OFFSET, default: '0' }),
  prayerOffsetIsha: display({ card: 'Prayer Times', type: types.PRAYER_OFFSET, default: '0' }),
  ...COLOR_ROWS,
  enableSound: audio({ type: types.SWITCH, default: 'true', label: 'Enable sound' }),
  volume: audio({ type: types.VOLUME, default: String(DEFAULT_TV_VOLUME) }),
  presetKey: audio({ type: SOUND, default: DEFAULT_PRESET, label: 'Sound' }),
  soundType: audio({ type: PRESET_ONLY, default: 'preset' }),
  soundMode: audio({ type: PRESET_ONLY, default: 'preset' }),
  customAudioId: audio({ type: types.TEXT, default: '' }),
  enableTTS: audio({
    type: types.SWITCH,
    default: 'false',
    label: 'Speak the name',
    hint: "Only where the display's browser has a voice of its own.",
  }),
  ttsLanguage: audio({ type: types.LANGUAGE, default: 'en', label: 'Language' }),
  // Languages of the shipped voice, in order; empty if no language is spoken.
  voiceLanguages: audio({ type: types.VOICE_LANGUAGES, default: '' }),
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

/** Alternative names of settings. */
export const ALIASES: Partial<Record<string, SettingKey>> = { enable_audio: 'enableSound' }

/** A setting that clients can read but not save, because it follows from other settings. */
export const DERIVED_KEY = 'mediaType'

export function getRow(key: SettingKey): SettingRow {
  return SETTINGS_SCHEMA[key]
}

/** Finds a setting by its name or an alias; undefined if there is no such setting. */
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
