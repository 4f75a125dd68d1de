/**
 * The fixed words of a TV. A key is the specification's English, so that a TV in English needs no
 * catalogue. Words in braces are filled in. The other languages have the same keys.
 */
export const en = {
  NAME: 'NAME',
  NUMBER: 'NUMBER',
  ROOM: 'ROOM',
  CALLING: 'CALLING',
  'N/A': 'N/A',
  'NO DISPLAY': 'NO DISPLAY',
  'No media uploaded': 'No media uploaded',
  MONDAY: 'MONDAY',
  TUESDAY: 'TUESDAY',
  WEDNESDAY: 'WEDNESDAY',
  THURSDAY: 'THURSDAY',
  FRIDAY: 'FRIDAY',
  SATURDAY: 'SATURDAY',
  SUNDAY: 'SUNDAY',
  JANUARY: 'JANUARY',
  FEBRUARY: 'FEBRUARY',
  MARCH: 'MARCH',
  APRIL: 'APRIL',
  MAY: 'MAY',
  JUNE: 'JUNE',
  JULY: 'JULY',
  AUGUST: 'AUGUST',
  SEPTEMBER: 'SEPTEMBER',
  OCTOBER: 'OCTOBER',
  NOVEMBER: 'NOVEMBER',
  DECEMBER: 'DECEMBER',
  'Reconnecting… as of {time}': 'Reconnecting… as of {time}',
  'Press OK on the remote for sound': 'Press OK on the remote for sound',
  'Loading prayer times...': 'Loading prayer times...',
  'Prayer times not available': 'Prayer times not available',
  'Detecting location...': 'Detecting location...',
  'Loading weather data...': 'Loading weather data...',
  'Weather data unavailable, retrying...': 'Weather data unavailable, retrying...',
  'Waiting: {count}': 'Waiting: {count}',
  'Now up to {high} min': 'Now up to {high} min',
  'Now about {low}-{high} min': 'Now about {low}-{high} min',
  'Missed: {numbers} - please tell the counter': 'Missed: {numbers} - please tell the counter',
}

export type TvWord = keyof typeof en
export type TvCatalogue = Record<TvWord, string>
