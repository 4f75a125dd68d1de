import type { Location } from './weather.ts'

const NUMBER = String.raw`[-+]?\d{1,3}(?:[.,]\d+)?`
/** Arc minutes or seconds: 0 to 59, optional fraction. */
const SIXTIETHS = String.raw`[0-5]?\d(?:[.,]\d+)?`
/** 3.139 | -3,139° | 3°08'20.4"N | S 3° 8.34' */
const COORDINATE = new RegExp(
  String.raw`([NSEW])?\s*(${NUMBER})\s*(?:°|o|deg)?\s*(?:(${SIXTIETHS})\s*')?\s*(?:(${SIXTIETHS})\s*(?:"|''))?\s*([NSEW])?`,
  'iy',
)
const SEPARATOR = /\s*[,;/|]\s*|\s+/y
/** Matches links to a map. The pin counts before the middle of the map. */
const MAP_LINKS = [
  /!3d(-?\d+\.\d+)!4d(-?\d+\.\d+)/,
  /(?:[?&](?:q|query|ll|destination|daddr)=|geo:)(-?\d+(?:\.\d+)?),\+?(-?\d+(?:\.\d+)?)/,
  /mlat=(-?\d+\.\d+)&mlon=(-?\d+\.\d+)/,
  /@(-?\d+\.\d+),(-?\d+\.\d+)/,
  /#map=[\d.]+\/(-?\d+\.\d+)\/(-?\d+\.\d+)/,
]

type Coordinate = { degrees: number; axis: 'latitude' | 'longitude' | null }

/** Parses two numbers, degrees with minutes and seconds, or a link to a map; otherwise null. */
export function parseLocation(text: string): Location | null {
  const line = text
    .normalize('NFKC')
    .replace(/[\u2212\u2013]/g, '-')
    .replace(/[\u2032\u2018\u2019]/g, "'")
    .replace(/[\u2033\u201c\u201d]/g, '"')
    .trim()
  const found = findInLink(line) ?? readPair(line.replace(/^[([]\s*(.*?)\s*[)\]]$/, '$1'))
  if (!found) return null
  const isValid = Math.abs(found.latitude) <= 90 && Math.abs(found.longitude) <= 180
  return isValid ? found : null
}

function findInLink(line: string): Location | null {
  if (!/^(https?:\/\/|geo:)/i.test(line)) return null
  const link = line.replace(/%2C/gi, ',')
  for (const pattern of MAP_LINKS) {
    const [, latitude, longitude] = pattern.exec(link) ?? []
    if (latitude && longitude) return { latitude: round(latitude), longitude: round(longitude) }
  }
  return null
}

function readPair(line: string): Location | null {
  const first = readCoordinate(line, 0)
  if (!first) return null
  SEPARATOR.lastIndex = first.end
  if (!SEPARATOR.test(line)) return null
  const second = readCoordinate(line, SEPARATOR.lastIndex)
  if (!second || second.end !== line.length) return null
  const [north, east] = first.axis === 'longitude' ? [second, first] : [first, second]
  if (north.axis === 'longitude' || east.axis === 'latitude') return null
  return { latitude: north.degrees, longitude: east.degrees }
}

function readCoordinate(line: string, from: number): (Coordinate & { end: number }) | null {
  COORDINATE.lastIndex = from
  const match = COORDINATE.exec(line)
  if (!match) return null
  const [whole, before, number = '', minutes = '0', seconds = '0', after] = match
  const letter = (before ?? after ?? '').toUpperCase()
  // If a coordinate has a letter before it, a letter after it belongs to the next coordinate.
  const text = before && after ? whole.slice(0, -1) : whole
  const toNumber = (part: string) => Number(part.replace(',', '.'))
  const size = Math.abs(toNumber(number)) + toNumber(minutes) / 60 + toNumber(seconds) / 3600
  const isNegative = number.startsWith('-') || letter === 'S' || letter === 'W'
  const degrees = round(isNegative ? -size : size)
  const axis = letter === '' ? null : 'NS'.includes(letter) ? 'latitude' : 'longitude'
  return { degrees, axis, end: from + text.trimEnd().length }
}

/** Rounds to a tenth of a meter, so the number is never written with an exponent. */
function round(degrees: number | string) {
  return Number(Number(degrees).toFixed(6))
}
